import { LOCALES } from '@/lib/i18n/routing'

type Route = { page: string; regex: string }
export type RoutesManifest = { staticRoutes: Route[]; dynamicRoutes: Route[] }

/** More than a site has addresses that are asked for often; beyond that they are matched again. */
const REMEMBERED = 500
const LANGUAGE = new RegExp(`^/(\\[locale\\]|${LOCALES.join('|')})(?=/|$)`)
const FILES = /^\/(_next|pictures|sandbox)\//

/**
 * The route behind a request's target as the build names it, without the language:
 * `/manage/[token]`, however many tokens there are. What no route has is `other`.
 */
export function routePatterns({ staticRoutes, dynamicRoutes }: RoutesManifest) {
  const routes = [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({
    name: page.replace(LANGUAGE, '') || '/',
    pattern: new RegExp(regex),
    isCatchAll: page.includes('[...'),
  }))
  // Those that match anything name nothing.
  const named = routes.filter(({ isCatchAll, name }) => !isCatchAll || name.startsWith('/_'))
  const languages = new Set<string>(LOCALES)
  const found = new Map<string, string>()

  const match = (path: string): string => {
    const files = FILES.exec(path)?.[1]
    if (files) return `/${files}`
    const [first = ''] = path.slice(1).split('/', 1)
    const candidates =
      languages.has(first) || path.startsWith('/api/')
        ? [path]
        : [path, `/en${path === '/' ? '' : path}`]
    for (const candidate of candidates) {
      const route = named.find(({ pattern }) => pattern.test(candidate))
      const isPage = route !== undefined && !path.startsWith('/api/')
      // One segment that is no language would be taken for one.
      if (route && !(isPage && route.name === '/' && !languages.has(candidate.slice(1))))
        return route.name
    }
    return 'other'
  }

  return (target: string): string => {
    const path = target.split('?', 1)[0] ?? '/'
    const known = found.get(path)
    if (known !== undefined) return known
    const name = match(path)
    if (found.size >= REMEMBERED) found.clear()
    found.set(path, name)
    return name
  }
}
