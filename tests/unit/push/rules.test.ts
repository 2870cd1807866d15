import { isPublicAddress } from '@/lib/http/client-address'
import { publicLookup } from '@/lib/push/post'
import {
  PUSH_TRIES,
  pushAgainAfter,
  pushKindsOf,
  pushOutcome,
  quietUntil,
  secondsUntilRetry,
  type QuietHours,
} from '@/lib/push/rules'
import { choicesBody, isPushAddress, phoneBody } from '@/lib/push/schema'
import { toInstant } from '@/lib/time'

const hours = (quietFrom: string | null, until: string | null): QuietHours => ({
  quietFrom,
  quietUntil: until,
})
const at = (time: string, date = '2026-11-28') => toInstant(date, time)

describe('quiet hours, by the studio’s clock', () => {
  const night = hours('22:00', '07:00')
  test.each([
    ['21:59', night, null],
    ['22:00', night, at('07:00', '2026-11-29')],
    ['23:59', night, at('07:00', '2026-11-29')],
    ['00:00', night, at('07:00')],
    ['06:59', night, at('07:00')],
    ['07:00', night, null],
    ['12:59', hours('13:00', '14:00'), null],
    ['13:30', hours('13:00', '14:00'), at('14:00')],
    ['14:00', hours('13:00', '14:00'), null],
    ['23:00', hours('22:00', '00:00'), at('00:00', '2026-11-29')],
    ['00:00', hours('22:00', '00:00'), null],
    ['03:00', hours(null, null), null],
    ['03:00', hours('03:00', '03:00'), null],
  ])('at %s', (time, quiet, until) => expect(quietUntil(at(time), quiet)).toEqual(until))

  test('the night of the last day of a year ends in the next one', () =>
    expect(quietUntil(at('23:30', '2026-12-31'), night)).toEqual(at('07:00', '2027-01-01')))
})

test('crew are told neither of money nor of messages', () => {
  expect(pushKindsOf('crew')).toEqual(['bookings', 'changes'])
  for (const role of ['manager', 'owner'] as const)
    expect(pushKindsOf(role)).toEqual(['bookings', 'changes', 'money', 'messages'])
})

test.each([
  [201, 'sent'],
  [200, 'sent'],
  [404, 'ended'],
  [410, 'ended'],
  [429, 'again'],
  [500, 'again'],
  [503, 'again'],
  [null, 'again'],
  [301, 'refused'],
  [400, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
] as const)('an answer of %s is %s', (status, outcome) => expect(pushOutcome(status)).toBe(outcome))

test('attempts come later and later, and never more than an hour', () => {
  const waits = Array.from({ length: PUSH_TRIES }, (_, tried) => pushAgainAfter(tried + 1, null))
  expect(waits).toEqual([30, 120, 480, 1920, 3600])
  expect(pushAgainAfter(1, 300)).toBe(300)
  expect(pushAgainAfter(1, 1e9)).toBe(3600)
  expect(pushAgainAfter(1, -5)).toBe(30)
})

test.each<[string | undefined, number | null]>([
  [undefined, null],
  ['1800', 1_800],
  ['0', 0],
  ['Sat, 28 Nov 2026 02:30:00 GMT', 1_800],
  ['Saturday, 28-Nov-26 02:00:01 GMT', 1],
  ['Sat, 28 Nov 2026 01:00:00 GMT', -3_600],
  ['soon', null],
  ['-5', null],
  ['1.5', null],
  ['', null],
  ['28 Nov 2026', null],
])('asked to wait by %p it is %p seconds', (header, seconds) =>
  expect(secondsUntilRetry(header, new Date('2026-11-28T02:00:00Z'))).toBe(seconds),
)

describe('the address of a push service', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:APA91b',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGu',
    'https://wns2-sg2p.notify.windows.com/w/?token=BQ',
  ])('%s is one', (address) => expect(isPushAddress(address)).toBe(true))
  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/x',
    'https://user:pass@fcm.googleapis.com/x',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://db.internal/x',
    'https://printer.local/x',
    'https://printer.local./x',
    'https://10.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://metrics/x',
    `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
    'not an address',
    'javascript:alert(1)',
  ])('%s is none', (address) => expect(isPushAddress(address)).toBe(false))

  test.each(['8.8.8.8', '2001:4860:4860::8888'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
  test.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
    ...['100.64.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fd00::1', 'fe80::1'],
    ...['::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', 'x'],
    ...['168.63.129.16', '::ffff:168.63.129.16', '161.26.0.10', '166.9.1.1', '192.0.0.192'],
    ...['::7f00:1', '::127.0.0.1', '::2', '::ffff:0:7f00:1', '::ffff:127.0.0.1'],
    ...['fec0::1', '2001::1', '4000::1', '0x7f.1', '2130706433', '127.1', ''],
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each([true, false])(
    'a name that leads to this machine is refused (all: %s)',
    async (all) => {
      const error = await new Promise((done) => publicLookup('localhost', { all }, done))
      expect(error).toMatchObject({ code: 'ENOTPUBLIC' })
    },
  )
})

describe('what a browser sends', () => {
  const keys = {
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16, 1).toString('base64url'),
  }
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
  test('its subscription', () =>
    expect(phoneBody.safeParse({ endpoint, keys, expirationTime: null }).data).toEqual({
      endpoint,
      keys,
    }))
  test.each([
    { endpoint },
    { endpoint, keys: { ...keys, auth: keys.p256dh } },
    { endpoint, keys: { ...keys, p256dh: 'x'.repeat(5000) } },
    { endpoint, keys: { ...keys, p256dh: `${keys.p256dh.slice(0, -1)}!` } },
    { endpoint: 'https://localhost/', keys },
  ])('not %j', (body) => expect(phoneBody.safeParse(body).success).toBe(false))

  const choices = {
    ...{ bookings: true, changes: false, money: true, messages: true, details: false },
    ...{ quietFrom: '22:00', quietUntil: '07:00' },
  }
  test('both ends of the quiet hours, or neither', () => {
    expect(choicesBody.safeParse(choices).success).toBe(true)
    expect(choicesBody.safeParse({ ...choices, quietFrom: null, quietUntil: null }).success).toBe(
      true,
    )
    expect(choicesBody.safeParse({ ...choices, quietFrom: null }).success).toBe(false)
    expect(choicesBody.safeParse({ ...choices, quietFrom: '25:00' }).success).toBe(false)
  })
})
