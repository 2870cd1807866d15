// The product as the network sees it: its route handlers, called in this process.
import { GET as listBookings, POST as book } from '@/app/api/bookings/route'
import { POST as chooseTransfer } from '@/app/api/bookings/[id]/transfer/route'
import { PATCH as cancelBooking } from '@/app/api/bookings/[id]/cancel/route'
import { PATCH as moveByOwner } from '@/app/api/bookings/[id]/reschedule/route'
import { PATCH as setStatus } from '@/app/api/bookings/[id]/status/route'
import { GET as paidBooking } from '@/app/api/bookings/payment/[paymentIntentId]/route'
import { GET as listChanges } from '@/app/api/admin/audit/route'
import { GET as exportBookings } from '@/app/api/admin/bookings/export/route'
import { GET as exportReceipts } from '@/app/api/admin/receipts/export/route'
import { PATCH as setArrival } from '@/app/api/admin/bookings/[id]/arrival/route'
import { POST as undoAct } from '@/app/api/admin/bookings/[id]/undo/route'
import { POST as decideTransfer } from '@/app/api/admin/bookings/[id]/transfer/route'
import { POST as createAdminBooking } from '@/app/api/admin/bookings/route'
import { GET as bookingSheet } from '@/app/api/admin/bookings/[id]/route'
import { POST as extendBooking } from '@/app/api/admin/bookings/[id]/extend/route'
import { POST as blockRoom } from '@/app/api/admin/blocks/route'
import { DELETE as removeBlock } from '@/app/api/admin/blocks/[id]/route'
import { PATCH as lookAfter } from '@/app/api/admin/payments/[id]/route'
import { POST as recordPayment } from '@/app/api/admin/payments/route'
import { POST as refundPayment } from '@/app/api/admin/payments/[id]/refund/route'
import { POST as erasePerson } from '@/app/api/admin/people/erase/route'
import { POST as addPrices } from '@/app/api/admin/prices/route'
import { POST as intentFor } from '@/app/api/create-payment-intent/route'
import { POST as tick } from '@/app/api/cron/tick/route'
import { PATCH as billing } from '@/app/api/manage/[token]/billing/route'
import { GET as manage } from '@/app/api/manage/[token]/route'
import { POST as moveByCustomer } from '@/app/api/manage/[token]/reschedule/route'
import { GET as payerPage, POST as payByLink } from '@/app/api/manage/[token]/payment/route'
import { POST as sendSlip } from '@/app/api/manage/[token]/slip/route'
import { POST as upgrade } from '@/app/api/manage/[token]/upgrade/route'
import { PATCH as changeRoom } from '@/app/api/rooms/[id]/route'
import { PATCH as changeService } from '@/app/api/services/[id]/route'
import { PATCH as setting } from '@/app/api/settings/[key]/route'
import { GET as listOrders, POST as order } from '@/app/api/video-editing-orders/route'
import { PATCH as setOrderStatus } from '@/app/api/video-editing-orders/[id]/status/route'
import { GET as paidOrder } from '@/app/api/video-editing-orders/payment/[paymentIntentId]/route'
import { POST as webhook } from '@/app/api/webhooks/stripe/route'
import { PATCH as keepBooking } from '@/app/api/bookings/[id]/keep/route'
import { PATCH as correctContact } from '@/app/api/admin/bookings/[id]/contact/route'
import { POST as addNote } from '@/app/api/admin/bookings/[id]/notes/route'
import { POST as giveFootage } from '@/app/api/manage/[token]/footage/route'
import { PATCH as footageReceived } from '@/app/api/video-editing-orders/[id]/footage/route'
import {
  DELETE as withdrawForm,
  POST as askForAccount,
} from '@/app/api/admin/payments/[id]/bank-details/route'
import { POST as join } from '@/app/api/memberships/route'
import { DELETE as stopCode } from '@/app/api/admin/codes/[id]/route'
import { POST as exportPerson } from '@/app/api/admin/people/export/route'
import { POST as addHoliday } from '@/app/api/holidays/route'
import { DELETE as removeHoliday } from '@/app/api/holidays/[date]/route'
import type { Handler } from '@/lib/route'
import { callRoute } from '@/tests/support/call'

const ROUTES = {
  keepBooking: ['PATCH', '/api/bookings/{id}/keep', keepBooking],
  correctContact: ['PATCH', '/api/admin/bookings/{id}/contact', correctContact],
  addNote: ['POST', '/api/admin/bookings/{id}/notes', addNote],
  giveFootage: ['POST', '/api/manage/{token}/footage', giveFootage],
  footageReceived: ['PATCH', '/api/video-editing-orders/{id}/footage', footageReceived],
  askForAccount: ['POST', '/api/admin/payments/{id}/bank-details', askForAccount],
  withdrawForm: ['DELETE', '/api/admin/payments/{id}/bank-details', withdrawForm],
  join: ['POST', '/api/memberships', join],
  addHoliday: ['POST', '/api/holidays', addHoliday],
  removeHoliday: ['DELETE', '/api/holidays/{date}', removeHoliday],
  stopCode: ['DELETE', '/api/admin/codes/{id}', stopCode],
  exportPerson: ['POST', '/api/admin/people/export', exportPerson],
  book: ['POST', '/api/bookings', book],
  chooseTransfer: ['POST', '/api/bookings/{id}/transfer', chooseTransfer],
  sendSlip: ['POST', '/api/manage/{token}/slip', sendSlip],
  decideTransfer: ['POST', '/api/admin/bookings/{id}/transfer', decideTransfer],
  cancelBooking: ['PATCH', '/api/bookings/{id}/cancel', cancelBooking],
  moveByOwner: ['PATCH', '/api/bookings/{id}/reschedule', moveByOwner],
  setArrival: ['PATCH', '/api/admin/bookings/{id}/arrival', setArrival],
  undoAct: ['POST', '/api/admin/bookings/{id}/undo', undoAct],
  setStatus: ['PATCH', '/api/bookings/{id}/status', setStatus],
  paidBooking: ['GET', '/api/bookings/payment/{paymentIntentId}', paidBooking],
  bookingSheet: ['GET', '/api/admin/bookings/{id}', bookingSheet],
  createAdminBooking: ['POST', '/api/admin/bookings', createAdminBooking],
  extendBooking: ['POST', '/api/admin/bookings/{id}/extend', extendBooking],
  blockRoom: ['POST', '/api/admin/blocks', blockRoom],
  removeBlock: ['DELETE', '/api/admin/blocks/{id}', removeBlock],
  lookAfter: ['PATCH', '/api/admin/payments/{id}', lookAfter],
  recordPayment: ['POST', '/api/admin/payments', recordPayment],
  refundPayment: ['POST', '/api/admin/payments/{id}/refund', refundPayment],
  erasePerson: ['POST', '/api/admin/people/erase', erasePerson],
  addPrices: ['POST', '/api/admin/prices', addPrices],
  changeRoom: ['PATCH', '/api/rooms/{id}', changeRoom],
  changeService: ['PATCH', '/api/services/{id}', changeService],
  intentFor: ['POST', '/api/create-payment-intent', intentFor],
  tick: ['POST', '/api/cron/tick', tick],
  listBookings: ['GET', '/api/bookings', listBookings],
  listOrders: ['GET', '/api/video-editing-orders', listOrders],
  listChanges: ['GET', '/api/admin/audit', listChanges],
  exportBookings: ['GET', '/api/admin/bookings/export', exportBookings],
  exportReceipts: ['GET', '/api/admin/receipts/export', exportReceipts],
  billing: ['PATCH', '/api/manage/{token}/billing', billing],
  setting: ['PATCH', '/api/settings/{key}', setting],
  manage: ['GET', '/api/manage/{token}', manage],
  moveByCustomer: ['POST', '/api/manage/{token}/reschedule', moveByCustomer],
  payByLink: ['POST', '/api/manage/{token}/payment', payByLink],
  payerPage: ['GET', '/api/manage/{token}/payment', payerPage],
  upgrade: ['POST', '/api/manage/{token}/upgrade', upgrade],
  order: ['POST', '/api/video-editing-orders', order],
  setOrderStatus: ['PATCH', '/api/video-editing-orders/{id}/status', setOrderStatus],
  paidOrder: ['GET', '/api/video-editing-orders/payment/{paymentIntentId}', paidOrder],
  webhook: ['POST', '/api/webhooks/stripe', webhook],
} as const satisfies Record<string, readonly [string, string, Handler]>

export type Route = keyof typeof ROUTES
export type Reply = {
  status: number
  body: Record<string, unknown>
  text: string
  /** Where the next page of a list begins. */
  cursor: string | null
}
export type Ask = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
  cookie?: string
  headers?: Record<string, string>
  /** The database is made to fail: an answer of 500 is no fault. */
  mayFail?: boolean
  /** Whose answer it is: nobody else is named in it. Absent: the owner's, or nobody's. */
  whose?: string
}

/** One request to a route of the product. */
export async function ask(
  route: Route,
  { params = {}, query = {}, body, cookie, headers = {} }: Ask,
): Promise<Reply> {
  const [method, path, handler] = ROUTES[route]
  const named = Object.entries(params).map(([key, value]) => [key, String(value)] as const)
  const address = named.reduce((at, [key, value]) => at.replace(`{${key}}`, value), path as string)
  const search = new URLSearchParams(query).toString()
  const response = await callRoute(handler, search ? `${address}?${search}` : address, {
    method,
    params: Object.fromEntries(named),
    headers: { ...headers, ...(cookie ? { cookie } : {}) },
    ...(body === undefined ? {} : { body }),
    onLaterFailure: () => {}, // the answer is out; the jobs do what was left
  })
  const text = await response.text()
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    body: isJson ? (JSON.parse(text) as Reply['body']) : {},
    text,
    cursor: response.headers.get('x-next-cursor'),
  }
}
