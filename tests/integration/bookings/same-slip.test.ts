// One slip that is sent for two bookings: one transfer pays for one of them.
import { transfersOver } from '@/lib/admin/attention/queries'
import { bookingSheet } from '@/lib/admin/bookings/sheet/queries'
import { thingsToDo } from '@/lib/admin/today/todo'
import { expireHold } from '@/lib/bookings/expire'
import { chooseTransfer, keepSlip, receiveTransfer } from '@/lib/bookings/transfer'
import sharp, { type Sharp } from 'sharp'
import { checkout, openShop, visitor } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'

const shop = openShop()
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`)
const owner = () => ({ actor: 'owner', now: new Date() })
beforeEach(async () => {
  await shop.rows(`INSERT INTO settings (key, value, updated_at) VALUES ('transfer', $1, now())`, [
    JSON.stringify({ bank: 'Maybank', holder: 'Studio', number: '5140', duitnow: '', hours: 24 }),
  ])
})

async function awaited(who: string, time: string): Promise<{ id: number; token: string }> {
  const { booking: id } = await checkout({ who, time })
  const { token } = await chooseTransfer({
    ...{ bookingId: id, visitorHash: visitor(who), provenEmail: `${who}@example.com` },
    now: new Date(),
  })
  return { id, token }
}
/** What To do, the booking and the studio's mails say of each slip. */
const said = async (...ids: number[]) => {
  const { rows: todo } = await thingsToDo('en', new Date())
  const mails = (await tellAll()).flatMap(({ letter }) =>
    letter?.kind === 'studio_slip' ? [[letter.payload.bookingId, letter.payload.sameSlip]] : [],
  )
  return {
    todo: ids.map((id) => todo.find(({ transfer }) => transfer?.id === id)?.transfer?.sameSlip),
    sheets: await Promise.all(
      ids.map(async (id) => (await bookingSheet(id, 'en'))?.sheet.sameSlip),
    ),
    mails,
  }
}

test('the same slip for another booking is named at both, before and after it is received, and refused for none', async () => {
  const [aina, mei] = [await awaited('aina', '09:00'), await awaited('mei', '13:00')]
  const ids = [aina.id, mei.id]
  await keepSlip({ token: aina.token, bytes: pdf('one') })
  expect(await said(...ids)).toEqual({
    ...{ todo: [[], []], sheets: [[], []], mails: [[aina.id, []]] },
  })
  await keepSlip({ token: mei.token, bytes: pdf('one') })
  expect(await said(...ids)).toEqual({
    todo: [[mei.id], [aina.id]],
    sheets: [[mei.id], [aina.id]],
    mails: [[mei.id, [aina.id]]],
  })
  await receiveTransfer({ id: aina.id, ...owner() })
  expect((await said(...ids)).todo).toEqual([undefined, [aina.id]])
  await shop.rows(
    `UPDATE bookings SET hold_expires_at = now() - interval '1 second' WHERE id = $1`,
    [mei.id],
  )
  expect(await expireHold({ bookingId: mei.id })).toBe('ended')
  expect(await transfersOver()).toMatchObject([{ id: mei.id, sameSlip: [aina.id] }])
  await receiveTransfer({ id: mei.id, ...owner() })
  expect((await said(...ids)).sheets).toEqual([[mei.id], [aina.id]])
})

/** A bank's slip as a phone shows it, on which each digit is a pattern of its own. */
function slipOf(reference: string) {
  const digit = (text: string, nth: number) =>
    [...Number(text).toString(2).padStart(4, '0')]
      .map((bit, row) =>
        bit === '1'
          ? `<rect x="${60 + nth * 40}" y="${1146 + row * 12}" width="28" height="10" fill="#222"/>`
          : '',
      )
      .join('')
  const lines = Array.from(
    { length: 14 },
    (_, line) =>
      `<rect x="60" y="${260 + line * 120}" width="${300 + ((line * 137) % 560)}" height="34" fill="#444"/>`,
  )
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="2340">
      <rect width="1080" height="2340" fill="#fff"/><rect width="1080" height="180" fill="#fc0"/>
      ${lines.join('')}${[...reference].map(digit).join('')}</svg>`),
  )
}

test.each<[string, (slip: Sharp) => Promise<Buffer>]>([
  ['saved as another file', (slip) => slip.jpeg({ quality: 95 }).toBuffer()],
  ['compressed by a chat', (slip) => slip.resize(720).jpeg({ quality: 60 }).toBuffer()],
])('a slip that was %s is the same; one with another digit is not', async (_, changed) => {
  const [aina, mei] = [await awaited('aina', '09:00'), await awaited('mei', '13:00')]
  const lim = await awaited('lim', '15:00')
  const one = await slipOf('104738290156').png().toBuffer()
  await keepSlip({ token: aina.token, bytes: one })
  await keepSlip({ token: mei.token, bytes: await changed(sharp(one)) })
  await keepSlip({ token: lim.token, bytes: await slipOf('104738290157').png().toBuffer() })
  expect((await said(aina.id, mei.id, lim.id)).todo).toEqual([[mei.id], [aina.id], []])
})

test('the same bytes as a slip that has no look yet are named at it, whatever else looks alike', async () => {
  const [aina, mei, lim] = [
    await awaited('aina', '09:00'),
    await awaited('mei', '13:00'),
    await awaited('lim', '15:00'),
  ]
  const bytes = await slipOf('104738290156').png().toBuffer()
  await keepSlip({ token: aina.token, bytes })
  await shop.rows(`UPDATE slips SET look = NULL`) // As those from before there were looks.
  await keepSlip({
    token: mei.token,
    bytes: await slipOf('104738290156').jpeg({ quality: 40 }).toBuffer(),
  })
  await keepSlip({ token: lim.token, bytes })
  expect((await said(aina.id, mei.id, lim.id)).todo).toEqual([[lim.id], [], [aina.id]])
})

test('another slip in its place is not the same any more', async () => {
  const [aina, mei] = [await awaited('aina', '09:00'), await awaited('mei', '13:00')]
  for (const { token } of [aina, mei]) await keepSlip({ token, bytes: pdf('one') })
  await keepSlip({ token: mei.token, bytes: pdf('two') })
  expect((await said(aina.id, mei.id)).todo).toEqual([[], []])
})
