// The facts of a session's day, and the owner's notes about it.
import { PATCH as arrivalOfBooking } from '@/app/api/admin/bookings/[id]/arrival/route'
import { PATCH as correctContact } from '@/app/api/admin/bookings/[id]/contact/route'
import { POST as noteAbout } from '@/app/api/admin/bookings/[id]/notes/route'
import { DELETE as removeNote } from '@/app/api/admin/bookings/[id]/notes/[noteId]/route'
import { bookingDetail } from '@/lib/admin/bookings/queries'
import type { AdminBooking, OwnerNote } from '@/lib/admin/bookings/schema'
import { setArrival } from '@/lib/bookings/arrival'
import { cancelBooking } from '@/lib/bookings/cancel'
import { completeFinished } from '@/lib/bookings/complete'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { resendMail } from '@/lib/mail/outbox'
import { ownerCookie } from '@/tests/integration/admin/admin'
import { callRoute } from '@/tests/support/call'
import { inDays, join } from '@/tests/support/members'
import { openShop, refusal, workingDay } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'

const shop = openShop()
const owner = { actor: 'owner', version: undefined }
const started = () => new Date(`${workingDay()}T02:00:00Z`)
const facts = async (id: number) =>
  (
    await shop.rows(
      `SELECT status, arrived_at IS NOT NULL AS arrived, no_show_at IS NOT NULL AS "noShow" FROM bookings WHERE id = $1`,
      [id],
    )
  )[0]
const audits = (id: number) =>
  shop.rows(
    `SELECT action, before, after FROM audit_log WHERE entity = 'booking' AND entity_id = $1 ORDER BY id`,
    [String(id)],
  )

async function call<Body>(
  handler: Parameters<typeof callRoute>[0],
  path: string,
  { method = 'PATCH', params, body }: { method?: string; params: object; body?: object },
): Promise<{ status: number; body: Body }> {
  const cookie = await ownerCookie(shop)
  const response = await callRoute(handler, path, {
    method,
    params: params as Record<string, string>,
    headers: { cookie },
    ...(body && { body }),
  })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : null) as Body }
}

describe('arrival', () => {
  test('is one of three facts beside the status, with an audit row each, and mails nobody', async () => {
    const { booking: id } = await shop.sold()
    await tellAll()
    for (const state of ['arrived', 'no_show', 'no_show', 'expected'] as const)
      await setArrival({ id, state, ...owner, now: started() })
    expect(await facts(id)).toEqual({ status: 'confirmed', arrived: false, noShow: false })
    expect(await audits(id)).toEqual([
      { action: 'arrival', before: { arrival: 'expected' }, after: { arrival: 'arrived' } },
      { action: 'arrival', before: { arrival: 'arrived' }, after: { arrival: 'no_show' } },
      { action: 'arrival', before: { arrival: 'no_show' }, after: { arrival: 'expected' } },
    ])
    expect(await toldCustomers()).toEqual([])
  })

  test('nobody arrives before the day, stays away before the start, or comes to what is cancelled', async () => {
    const { booking: id } = await shop.sold()
    const set = (state: 'arrived' | 'no_show', now: Date) =>
      refusal(setArrival({ id, state, ...owner, now }))
    const dawn = new Date(`${workingDay()}T00:00:00Z`)
    expect(await set('arrived', new Date())).toMatchObject({
      details: { sentence: 'arrival_too_early' },
    })
    expect(await set('no_show', dawn)).toMatchObject({
      details: { sentence: 'no_show_too_early' },
    })
    await setArrival({ id, state: 'arrived', ...owner, now: dawn })
    await cancelBooking({ id, refund: 'none', actor: 'owner', now: started() })
    expect(await facts(id)).toEqual({ status: 'cancelled', arrived: false, noShow: false })
    expect(await set('arrived', started())).toMatchObject({ code: 'not_changeable' })
  })

  test('a session that is moved is expected again', async () => {
    const { booking: id } = await shop.sold()
    await setArrival({ id, state: 'no_show', ...owner, now: started() })
    await rescheduleBooking({
      ...{ id, newDate: workingDay(1), newTime: '09:00' },
      ...{ by: 'admin', actor: 'owner', now: new Date() },
    })
    expect(await facts(id)).toEqual({ status: 'confirmed', arrived: false, noShow: false })
  })

  test('a paid no-show keeps its money, is completed, and counts for its member (decision 039)', async () => {
    await join('aina@example.com')
    const { booking: id } = await shop.sold()
    await setArrival({ id, state: 'no_show', ...owner, now: started() })
    await completeFinished(inDays(60))
    expect(await facts(id)).toEqual({ status: 'completed', arrived: false, noShow: true })
    expect(await shop.rows(`SELECT sessions_completed AS n FROM memberships`)).toEqual([{ n: 1 }])
    expect(await shop.rows(`SELECT outcome FROM payments`)).toEqual([{ outcome: 'confirmed' }])
  })

  test('the call answers with the booking, and refuses a version that is not the present one', async () => {
    const { booking: id } = await shop.sold()
    await shop.rows(
      `UPDATE bookings SET starts_at = now() - interval '5 minutes', ends_at = now() + interval '55 minutes' WHERE id = $1`,
      [id],
    )
    const arrival = (body: object) =>
      call<AdminBooking>(arrivalOfBooking, `/api/admin/bookings/${id}/arrival`, {
        params: { id: String(id) },
        body,
      })
    const stale = await arrival({ state: 'arrived', version: '2020-01-01T00:00:00.000Z' })
    expect(stale).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    const detail = await bookingDetail(id, 'en')
    const answer = await arrival({ state: 'arrived', version: detail?.booking.updatedAt })
    expect(answer).toMatchObject({
      status: 200,
      body: { arrivedAt: expect.any(String), noShowAt: null, people: null },
    })
    await shop.rows(
      `UPDATE bookings b SET starts_at = r.starts_at, ends_at = r.ends_at FROM slot_reservations r WHERE r.booking_id = b.id`,
    )
  })
})

test('notes are the owner’s: written, listed newest first and removed, with no word of them in the log', async () => {
  const { booking: id } = await shop.sold()
  const add = (text: string) =>
    call<OwnerNote>(noteAbout, `/api/admin/bookings/${id}/notes`, {
      method: 'POST',
      params: { id: String(id) },
      body: { text },
    })
  const first = await add('Brings two dogs.')
  expect(first).toMatchObject({ status: 201, body: { text: 'Brings two dogs.', author: 'owner' } })
  await add('Pays for the friend.')
  expect((await add('')).status).toBe(400)
  const texts = async () => (await bookingDetail(id, 'en'))?.notes.map(({ text }) => text)
  expect(await texts()).toEqual(['Pays for the friend.', 'Brings two dogs.'])
  const remove = (booking: number) =>
    call(removeNote, `/api/admin/bookings/${booking}/notes/${first.body.id}`, {
      method: 'DELETE',
      params: { id: String(booking), noteId: String(first.body.id) },
    })
  expect((await remove(id + 1)).status).toBe(404)
  expect((await remove(id)).status).toBe(204)
  expect(await texts()).toEqual(['Pays for the friend.'])
  expect(JSON.stringify(await audits(id))).not.toMatch(/dogs|friend/)
})

describe('a wrong address', () => {
  const correct = async (id: number, change: object = {}) => {
    const detail = await bookingDetail(id, 'en')
    const { firstName, lastName, email, phone, updatedAt: version } = detail!.booking
    return call<AdminBooking>(correctContact, `/api/admin/bookings/${id}/contact`, {
      params: { id: String(id) },
      body: { firstName, lastName, email, phone, locale: 'en', version, ...change },
    })
  }
  const recipients = () =>
    shop.rows(
      `SELECT recipient, locale FROM mails WHERE kind = 'booking_notice' AND status IN ('queued', 'failed') ORDER BY id`,
    )

  test('is corrected in the booking and in what waits, with the fields in the log and nobody’s data', async () => {
    const { booking: id } = await shop.sold()
    const token = await shop.tokenOf(id)
    const answer = await correct(id, {
      ...{ firstName: 'Nurul', email: 'Nurul@Example.com', phone: '+60123456789' },
      ...{ locale: 'ms', people: 4 },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { firstName: 'Nurul', email: 'nurul@example.com', phone: '+60123456789', people: 4 },
    })
    expect(await recipients()).toEqual([{ recipient: 'nurul@example.com', locale: 'ms' }])
    expect(await shop.tokenOf(id)).not.toBe(token)
    expect(await audits(id)).toEqual([
      {
        ...{ action: 'contact', before: null },
        after: { corrected: ['firstName', 'email', 'phone', 'locale', 'people'] },
      },
    ])
    await shop.rows(`UPDATE mails SET status = 'failed'`)
    await correct(id, { email: 'nurul@example.org' })
    expect(await recipients()).toEqual([{ recipient: 'nurul@example.org', locale: 'en' }])
  })

  test('of a sent mail gets it when it is sent again, and a new name alone keeps the link', async () => {
    const { booking: id } = await shop.sold()
    await tellAll()
    await correct(id, { email: 'nurul@example.com' })
    const token = await shop.tokenOf(id)
    await correct(id, { firstName: 'Nurul' })
    expect(await shop.tokenOf(id)).toBe(token)
    const [mail] = await shop.rows(`SELECT id, recipient FROM mails WHERE kind = 'booking_notice'`)
    expect(mail?.recipient).toBe('aina@example.com')
    expect(await resendMail(Number(mail?.id), 'owner')).toBe(true)
    expect(await recipients()).toMatchObject([{ recipient: 'nurul@example.com' }])
    const [studio] = await shop.rows(
      `SELECT id, recipient FROM mails WHERE kind = 'studio_booking'`,
    )
    await resendMail(Number(studio?.id), 'owner')
    expect(await shop.rows(`SELECT recipient FROM mails WHERE kind = 'studio_booking'`)).toEqual([
      { recipient: studio?.recipient },
    ])
  })

  test('stays while the session is in a member’s ledger, and counts for the right member otherwise', async () => {
    await join('nurul@example.com')
    const { booking: id } = await shop.sold()
    await completeFinished(inDays(60))
    const counted = () => shop.rows(`SELECT sessions_completed AS n FROM memberships`)
    expect(await counted()).toEqual([{ n: 0 }])
    expect((await correct(id, { email: 'nurul@example.com' })).status).toBe(200)
    expect(await counted()).toEqual([{ n: 1 }])
    const back = await correct(id, { email: 'aina@example.com' })
    expect([back.status, (back.body as { code?: string }).code]).toEqual([409, 'not_changeable'])
    expect((await correct(id, { firstName: 'Nurul' })).status).toBe(200)
  })

  test('needs an email or a number, and the present version', async () => {
    const { booking: id } = await shop.sold()
    expect((await correct(id, { email: '', phone: null })).status).toBe(400)
    expect((await correct(id, { people: 101 })).status).toBe(400)
    expect((await correct(id, { version: '2020-01-01T00:00:00.000Z' })).status).toBe(409)
  })
})
