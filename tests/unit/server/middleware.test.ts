import * as pageInfo from 'next/dist/build/analysis/get-page-static-info'
import { getMiddlewareRouteMatcher } from 'next/dist/shared/lib/router/utils/middleware-route-matcher'
import { adminPages, apiRoutes, addressFor } from '@/tests/support/routes'
import { LOCALES } from '@/lib/i18n/routing'
import { config } from '@/middleware'

// As Next compiles and asks it; its types leave the first of the two out.
const { getMiddlewareMatchers } = pageInfo as unknown as {
  getMiddlewareMatchers(matcher: unknown, nextConfig: object): pageInfo.ProxyMatcher[]
}
const matches = getMiddlewareRouteMatcher(getMiddlewareMatchers(config.matcher, {}))
const isGuarded = (path: string) => matches(path, {} as never, {})

// Next reads the whole body, up to 10 MB, of everything behind middleware before that runs.
test('no call is behind the middleware, however it is spelt, so its body is not read before it is refused', () => {
  const calls = apiRoutes().map(({ path }) => addressFor(path))
  const spelt = calls.flatMap((path) => [path, `${path}/%61`, path.replace(/(.)$/, '%61$1')])
  expect(spelt.length).toBeGreaterThan(200)
  expect([...spelt, '/sandbox/stripe/v1/%61'].filter(isGuarded)).toEqual([])
})

test('the console’s and the bookings’ pages are behind the middleware in each language, however they are spelt', () => {
  const pages = [...adminPages(), '/manage/x']
  const spelt = pages
    .flatMap((path) => [path, ...LOCALES.map((locale) => `/${locale}${path}`)])
    .flatMap((path) => [path, path.replace('a', '%61')])
  expect(spelt.filter((path) => !isGuarded(path))).toEqual([])
})
