import { customersCsv } from '@/lib/admin/customers/export'
import { bccHref, LONGEST_MAIL_LINK } from '@/lib/admin/customers/rules'
import { type CustomerRow, selectedCustomersQuery } from '@/lib/admin/customers/schema'

describe('an email to several', () => {
  /** As a mail program reads the link. */
  const recipients = (href: string | null) => {
    const { protocol, pathname, searchParams } = new URL(href ?? '')
    expect([protocol, pathname, [...searchParams.keys()]]).toEqual(['mailto:', '', ['bcc']])
    return searchParams.get('bcc')?.split(',')
  }

  test.each([
    ['one', ['aina@example.com']],
    ['several', ['aina@example.com', 'lim.siew-ling@example.com.my']],
    ['with a tag', ['aina+studio@example.com', 'mei@example.com']],
    ['whose address could end the link', ['a?bcc=b&subject=c#d@example.com', '50%41@example.com']],
    ['with other letters', ['ünï@example.com', '林@example.com']],
  ])('%s, none of whom sees the others', (_, emails) => {
    expect(recipients(bccHref(emails))).toEqual(emails)
  })

  test('the commonest addresses stand in it as they are', () => {
    expect(bccHref(['aina@example.com', 'lim@example.com'])).toBe(
      'mailto:?bcc=aina@example.com,lim@example.com',
    )
  })

  test('whoever is selected twice gets it once', () => {
    expect(recipients(bccHref(['a@b.co', 'c@d.co', 'a@b.co']))).toEqual(['a@b.co', 'c@d.co'])
  })

  test('to nobody there is none', () => {
    expect(bccHref([])).toBeNull()
  })

  test('there is none once its link is longer than mail programs take, encoded', () => {
    const fill = LONGEST_MAIL_LINK - 'mailto:?bcc='.length
    const whole = `${'a'.repeat(fill - '@b.co'.length)}@b.co`
    expect(bccHref([whole])).toHaveLength(LONGEST_MAIL_LINK)
    expect(bccHref([`a${whole}`])).toBeNull()
    expect(bccHref([whole.replace('a', '+')])).toBeNull()
  })
})

describe('the file of the selected', () => {
  const read = (keys: unknown) => selectedCustomersQuery.safeParse({ key: keys })

  test('is asked for by one to a hundred keys', () => {
    expect(read(['7', '2147483647']).data).toEqual({ key: [7, 2_147_483_647] })
    expect(read(Array(100).fill('7')).success).toBe(true)
    for (const keys of [undefined, '7', [], Array(101).fill('7')])
      expect([keys, read(keys).success]).toEqual([keys, false])
    for (const key of ['', '0', '-1', '1.5', '2147483648', 'x', '1 OR 1=1', 7, ['7']])
      expect([key, read([key]).success]).toEqual([key, false])
  })

  const row = (changes: Partial<CustomerRow>): CustomerRow => ({
    ...{ key: 7, name: 'Aina Rahman', phone: null, phoneE164: null, email: null, locale: 'ms' },
    ...{ sessions: 0, lastSeenAt: null, nextAt: null, owes: false, member: false },
    ...changes,
  })
  const lines = (rows: CustomerRow[]) => customersCsv(rows).split('\r\n').slice(1, -1)

  test('has its columns, and days as they are in Kuala Lumpur', () => {
    const text = customersCsv([
      row({
        ...{ phone: '019-876 5432', email: 'aina@example.com', sessions: 9, owes: true },
        ...{ lastSeenAt: '2026-11-20T16:00:00.000Z', nextAt: '2026-12-03T04:00:00.000Z' },
        member: true,
      }),
    ])
    expect(text).toBe(
      '\ufeffname,phone,email,language,sessions,lastSeen,nextSession,owes,member\r\n' +
        'Aina Rahman,019-876 5432,aina@example.com,ms,9,2026-11-21,2026-12-03,yes,yes\r\n',
    )
  })

  test('numbers of phones stay as they are written, and nothing in it is a formula', () => {
    expect(
      lines([
        row({ phone: '0198765432' }),
        row({ phone: '+60 19-876 5432' }),
        row({ phone: '601987654321' }),
        row({ name: '=HYPERLINK("https://evil.example","Aina")' }),
      ]),
    ).toEqual([
      'Aina Rahman,"=""0198765432""",,ms,0,,,no,no',
      `Aina Rahman,"'+60 19-876 5432",,ms,0,,,no,no`,
      'Aina Rahman,"=""601987654321""",,ms,0,,,no,no',
      `"'=HYPERLINK(""https://evil.example"",""Aina"")",,,ms,0,,,no,no`,
    ])
  })

  test('of nobody it says its columns', () => {
    expect(lines([])).toEqual([])
  })
})
