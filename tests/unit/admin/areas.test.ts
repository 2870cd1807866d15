import { areaPath, meantAddress } from '@/lib/admin/rules'
import { adminPath } from '@/lib/auth/rules'

test.each([
  ['/admin', '?tab=orders&q=Siti', '/admin/orders?q=Siti'],
  ['/admin', '?q=Siti&tab=members&member=3', '/admin/members?q=Siti&member=3'],
  [
    '/ms/admin',
    '?tab=calendar&view=day&date=2026-12-01',
    '/ms/admin/calendar?view=day&date=2026-12-01',
  ],
  ['/zh/%61dmin', '?tab=audit', '/zh/admin/audit'],
  ['/admin', '?tab=bookings&all=1', '/admin?all=1'],
  ['/admin', '?tab=..%2F..%2Fevil', '/admin'],
  ['/zh/admin/bookings', '?q=Siti', '/zh/admin?q=Siti'],
  ['/admin/blog', '', '/admin-blog'],
])('%s%s leads to %s', (path, search, target) => {
  const wanted = adminPath(path)
  expect(wanted && meantAddress(wanted, search)).toBe(target)
})

test.each([
  ['/admin', '?q=tab'],
  ['/admin/orders', '?tab=members'],
  ['/admin-blog', '?tab=orders'],
  ['/admin/bookings/12', ''],
  ['/admin/constructor', ''],
])('%s%s stays', (path, search) => {
  const wanted = adminPath(path)
  expect(wanted && meantAddress(wanted, search)).toBeNull()
})

test('the bookings are the console’s first page', () => {
  expect([areaPath('bookings'), areaPath('orders')]).toEqual(['/admin', '/admin/orders'])
})
