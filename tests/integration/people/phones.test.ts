// A number has one value, however it is written, in every table that keeps one.
import { adminBookingBody } from '@/lib/bookings/schema'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { saveContact } from '@/lib/contacts/messages'
import { readPhones } from '@/lib/people/read-phones'
import { join } from '@/tests/support/members'
import { hold, openShop, orderCheckout, workingDay } from '@/tests/support/shop'
import { db } from '@/lib/db'

const shop = openShop()
const VALUE = '+60123456789'
const read = async (table: string) =>
  (await shop.rows(`SELECT phone_e164 AS value FROM ${table} ORDER BY id`)).map(
    ({ value }) => value,
  )

test('every writer of a number writes its value', async () => {
  await hold({ phone: '012-345 6789' })
  await hold({ who: 'mei', time: '13:00', phone: null })
  await createAdminBooking(
    adminBookingBody.parse({
      ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com', phone: '60123456789' },
      ...{ date: workingDay(2), time: '10:00', paid: 'link' },
    }),
    { actor: 'owner', now: new Date() },
  )
  await orderCheckout({ customerPhone: '+60 12-345 6789' })
  await join('aina@example.com', { customerPhone: '0060123456789' })
  await saveContact(
    {
      ...{ name: 'Aina', email: 'aina@example.com', phone: '60123456789', subject: 'other' },
      ...{ message: 'Hello', company: null, industry: null, companySize: null },
      ...{ designation: null, experience: null, topics: null },
    },
    { provenEmail: null, locale: 'en' },
  )
  expect(await read('bookings')).toEqual([VALUE, null, VALUE])
  for (const table of ['video_editing_orders', 'memberships', 'contacts'])
    expect([table, await read(table)]).toEqual([table, [VALUE]])
})

test('what a writer forgets is read by the job, once, and an erased number leaves no value', async () => {
  await hold({ phone: null })
  await hold({ who: 'mei', time: '13:00', phone: null })
  await hold({ who: 'tan', time: '15:00', phone: null })
  await shop.rows(
    `UPDATE bookings SET phone = CASE id WHEN 1 THEN '012-345 6789' WHEN 2 THEN 'none' END`,
  )
  expect(await read('bookings')).toEqual([null, null, null])
  expect(await readPhones()).toBe(2)
  expect(await readPhones()).toBe(0)
  expect(await read('bookings')).toEqual([VALUE, '', null])
  await shop.rows(`UPDATE bookings SET phone = '013-345 6789' WHERE id = 1`)
  expect(await read('bookings')).toEqual([null, '', null])
  await readPhones()
  expect(await read('bookings')).toEqual(['+60133456789', '', null])
  await db().booking.update({ where: { id: 1 }, data: { phone: null } })
  expect(await read('bookings')).toEqual([null, '', null])
})
