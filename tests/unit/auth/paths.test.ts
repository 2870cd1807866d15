import fc from 'fast-check'
import { adminPath, safeNext } from '@/lib/auth/rules'

describe('which paths are the admin’s', () => {
  test.each([
    ['/admin', '', '/admin'],
    ['/admin/', '', '/admin'],
    ['//admin', '', '/admin'],
    ['/%61dmin', '', '/admin'],
    ['/admin%2Fbookings', '', '/admin/bookings'],
    ['/admin-blog/7', '', '/admin-blog/7'],
    ['/ms/admin', '/ms', '/ms/admin'],
    ['/admin.rsc', '', '/admin.rsc'],
    ['/admin.segments/_tree.segment.rsc', '', '/admin.segments/_tree.segment.rsc'],
    ['/%6ds/%61dmin', '/ms', '/ms/admin'],
    ['/zh/admin-blog', '/zh', '/zh/admin-blog'],
    ['/en/admin', '', '/admin'],
    ['/admin/a%3Fb', '', '/admin/a%3Fb'],
  ])('%s is one', (path, prefix, plain) => expect(adminPath(path)).toEqual({ prefix, plain }))

  test.each([
    '/',
    '/booking',
    '/administrator',
    '/ms',
    '/ms/booking',
    '/fr/admin',
    '/x/admin',
    '/admin/login',
    '/ms/admin/login',
    '/%61dmin/log%69n',
    '/%E0%A4%A',
    '',
  ])('%s is none', (path) => expect(adminPath(path)).toBeNull())
})

describe('where a sign-in may lead', () => {
  test.each([
    '/admin',
    '/admin?cursor=1795249684759-71&all=1',
    '/admin/x#y',
    '/ms/admin',
    '/zh/admin-blog',
    '/%61dmin',
  ])('%s is allowed', (next) => expect(safeNext(next)).toBe(next))

  test.each([
    'https://evil.example/admin',
    '//evil.example/admin',
    '/\\evil.example/admin',
    '\\\\evil.example\\admin',
    '/%5Cevil.example/admin',
    '/%2F%2Fevil.example',
    '/\t/evil.example/admin',
    '/admin\n//evil.example',
    '/admin%0d%0aSet-Cookie:x',
    '/admin/../../evil',
    '/admin/%2e%2e/booking',
    '/admin/.. ',
    '/admin ',
    '/admin//evil.example',
    '/admin/login?next=/admin/login',
    '/booking',
    'admin',
    ' /admin',
    '',
    `/admin/${'x'.repeat(500)}`,
    '/%E0%A4%A',
    null,
    undefined,
    ['/admin'],
  ])('%j is not allowed', (next) => expect(safeNext(next)).toBeNull())

  test('whatever is let through stays on this site, below the admin', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      'admin',
      'admin-blog',
      'ms',
      'evil.example',
      '%2f',
      '%5c',
      '%2e',
      '%61',
      '%09',
      '\t',
      '\n',
      ':',
      '@',
      '?',
      '#',
      'login',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.boolean(), (pieces, rooted) => {
        const next = safeNext((rooted ? '/admin' : '') + pieces.join(''))
        if (next === null) return
        const url = new URL(next, 'https://studio.example')
        expect(url.origin).toBe('https://studio.example')
        expect(adminPath(url.pathname)).not.toBeNull()
      }),
      { numRuns: 5000 },
    )
  })
})
