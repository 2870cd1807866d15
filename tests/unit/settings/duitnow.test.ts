import fc from 'fast-check'
import { toDecimal } from '@/lib/money'
import { askingQr, isDuitNow, shownQr } from '@/lib/settings/duitnow'
import { SETTINGS } from '@/lib/settings/schema'

// As a bank prints it.
const MOSQUE =
  '00020201021126420014A000000615000101066033460210MD001295465204939953034585802MY5913MASJID NEGARA' +
  '6002MY627303251704936237869008996045430052017072988178750084448071617049359619050076304FD9C'
const asked = { amountSen: 10_717, reference: '1042' }

/** Fields by id, read by a second way than the product's. */
function read(text: string): Record<string, string> {
  if (text === '') return {}
  const length = Number.parseInt(text.slice(2, 4), 10)
  return { [text.slice(0, 2)]: text.slice(4, 4 + length), ...read(text.slice(4 + length)) }
}

const crc = (text: string): string => {
  const bits = [...text].flatMap((sign) =>
    sign.charCodeAt(0).toString(2).padStart(8, '0').split('').map(Number),
  )
  let left = 0xffff
  for (const bit of bits) {
    const isOut = ((left >> 15) & 1) !== bit
    left = ((left << 1) & 0xffff) ^ (isOut ? 0x1021 : 0)
  }
  return left.toString(16).toUpperCase().padStart(4, '0')
}
const sealed = (fields: string) => `${fields}6304${crc(`${fields}6304`)}`
const field = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value
const ACCOUNT = field('26', field('00', 'A0000006150001') + field('01', '890022'))
const PLAIN = sealed(`000201010211${ACCOUNT}5204000053034585802MY5915STUDIO SDN BHD.6002KL`)

describe('a DuitNow QR', () => {
  it('is known by its checksum, country, currency and network', () => {
    expect(isDuitNow(PLAIN)).toBe(true)
    for (const [from, to] of [
      ['5303458', '5303702'],
      ['5802MY', '5802SG'],
      ['A0000006150001', 'A0000006770101'],
    ] as const)
      expect(isDuitNow(sealed(PLAIN.slice(0, -8).replace(from, to)))).toBe(false)
    expect(isDuitNow(PLAIN.slice(0, -1) + (PLAIN.endsWith('0') ? '1' : '0'))).toBe(false)
    expect(isDuitNow('')).toBe(false)
  })

  it('asks for the sum once, with the number of the booking', () => {
    const qr = read(askingQr(PLAIN, asked) ?? '')
    expect(qr).toMatchObject({ '00': '01', '01': '12', '54': '107.17', '62': '05041042' })
    expect(qr['26']).toBe(read(PLAIN)['26'])
    expect(qr['59']).toBe('STUDIO SDN BHD.')
  })

  it('keeps what the bank has put beside the reference', () => {
    const withLabel = sealed(`${PLAIN.slice(0, -8)}${field('62', '0504OLD10708TERMINAL')}`)
    expect(read(askingQr(withLabel, asked) ?? '')['62']).toBe('050410420708TERMINAL')
  })

  it('is refused where no reference fits into it', () => {
    const full = sealed(`${PLAIN.slice(0, -8)}${field('62', field('01', 'x'.repeat(90)))}`)
    expect(isDuitNow(full)).toBe(false)
  })

  it('has a right checksum for every sum and reference, and can ask again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 99_999_999 }),
        fc.integer({ min: 1, max: 2_147_483_647 }),
        (amountSen, id) => {
          const qr = askingQr(PLAIN, { amountSen, reference: String(id) }) ?? ''
          expect(qr).toBe(sealed(qr.slice(0, -8)))
          expect(read(qr)).toMatchObject({
            '54': toDecimal(amountSen),
            '62': field('05', String(id)),
          })
          expect(askingQr(qr, asked)).toBe(askingQr(PLAIN, asked))
        },
      ),
    )
  })

  it('is never found in a text that has one changed character, nor in any other', () => {
    fc.assert(
      fc.property(fc.nat(PLAIN.length - 1), fc.constantFrom(...'0123456789-AZ '), (at, sign) => {
        fc.pre(PLAIN[at] !== sign)
        expect(isDuitNow(PLAIN.slice(0, at) + sign + PLAIN.slice(at + 1))).toBe(false)
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => expect(isDuitNow(text)).toBe(false)))
    fc.assert(
      fc.property(fc.string(), (text) => expect(isDuitNow(sealed(`000201${text}`))).toBe(false)),
    )
  })

  it('of a bank stays what it was, but for what it asks', () => {
    const [before, after] = [read(MOSQUE), read(askingQr(MOSQUE, asked) ?? '')]
    expect(after).toEqual({
      ...before,
      ...{ '01': '12', '54': '107.17', '63': after['63'] },
      '62': '032517049362378690089960454300504104207161704935961905007',
    })
  })
})

describe('the QR of an owner who does not know whether banks take it with a sum', () => {
  it('is shown as it is until the owner has tried it, and again once it is another', () => {
    const plain = { text: PLAIN, asks: false }
    expect(shownQr({ duitnow: PLAIN, askable: '' }, asked)).toEqual(plain)
    expect(shownQr({ duitnow: PLAIN, askable: MOSQUE }, asked)).toEqual(plain)
    expect(shownQr({ duitnow: PLAIN, askable: PLAIN }, asked)).toEqual({
      text: askingQr(PLAIN, asked),
      asks: true,
    })
    expect(shownQr({ duitnow: '', askable: '' }, asked)).toBeNull()
  })

  it('is stored as tried only together with the one that was tried', () => {
    const account = { bank: 'Maybank', holder: 'Studio', number: '51401234', hours: 24 }
    const stored = (codes: object) =>
      SETTINGS.transfer.body.parse({ ...account, ...codes }).value.askable
    expect(stored({ duitnow: PLAIN, askable: PLAIN })).toBe(PLAIN)
    expect(stored({ duitnow: MOSQUE, askable: PLAIN })).toBe('')
    expect(stored({ duitnow: PLAIN })).toBe('')
  })
})
