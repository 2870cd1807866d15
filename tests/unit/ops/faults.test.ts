// Which lines of a log npm run check:troubles lets pass: what its troubles cause, and nothing else.
import { errorFields } from '@/lib/log'
import { Problem, type ErrorSentence } from '@/lib/problem'
import { faultsIn } from '@/tools/checks/troubles/faults'

const line = (msg: string, fields: object, level = 50) =>
  JSON.stringify({ level, ...fields, stack: undefined, msg })
const unavailable = (sentence?: ErrorSentence) =>
  errorFields(new Problem('unavailable', sentence && { sentence }))
const stripeAway = unavailable('payments_unavailable')
const sql = (code: string) =>
  errorFields({ code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: code } } } })

test.each([
  line('the database is away', { code: 'P1001', at: 'health' }),
  line('upload not kept', { code: 'ENOSPC' }),
  line('upload not kept', { code: 'ENOTDIR' }),
  line('unavailable', { requestId: 'a', ...stripeAway }),
  line('unavailable', { requestId: 'a', ...unavailable('not_kept') }),
  line('unavailable', { requestId: 'a', ...sql('57014') }),
  line('item failed', { about: 'payment to reconcile', ...stripeAway }),
  line('item failed', { about: 'list of Stripe', ...stripeAway }),
  line('job failed', { job: 'sweep_stripe', ...stripeAway }),
  line('push handed over', { code: 'unavailable' }, 30),
  '',
])('explained: %s', (text) => expect(faultsIn(text)).toEqual([]))

test.each([
  line('unavailable', { requestId: 'a', ...unavailable() }),
  line('unavailable', { requestId: 'a', ...unavailable('secret_unreadable') }),
  line('unavailable', { requestId: 'a', ...unavailable('phone_unreachable') }),
  line('unavailable', { requestId: 'a', ...sql('42703') }),
  line('upload not kept', { code: 'EACCES' }),
  line('item failed', { about: 'reminder', ...stripeAway }),
  line('item failed', { about: 'payment to reconcile', ...unavailable('not_kept') }),
  line('item failed', { about: 'payment to reconcile', name: 'TypeError' }),
  line('job failed', { job: 'remind', ...stripeAway }),
  line('job failed', { job: 'sweep_stripe', name: 'TypeError' }),
  line('request', stripeAway),
  line('internal', { code: 'P2010', hint: '"code":"unavailable"' }),
  line('the jobs cannot be loaded', { code: 'ERR_MODULE_NOT_FOUND' }, 60),
  '"level":50 and then it broke off',
])('a fault: %s', (text) => expect(faultsIn(text)).toEqual([text.slice(0, 400)]))
