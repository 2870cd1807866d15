/**
 * Every public page that search engines may list, without language prefix; blog posts are added
 * (docs/decisions/020 G3).
 */
export const PUBLIC_PAGES = [
  '/',
  '/services',
  '/portfolio',
  '/membership',
  '/recording-tracker',
  '/booking',
  '/contact',
  '/blog',
  '/faq',
  '/terms',
  '/privacy',
  '/refund-policy',
] as const

type PublicPage = (typeof PUBLIC_PAGES)[number]
export type PageName = NameOf<PublicPage>
type NameOf<Page> = Page extends '/' ? 'home' : Page extends `/${infer Name}` ? Name : never

/**
 * The name of a public page in addresses and dictionaries: "/" → "home", "/refund-policy" →
 * "refund-policy".
 */
export const pageName = (page: PublicPage): PageName =>
  page === '/' ? 'home' : (page.slice(1) as PageName)

/** The public page of that name, or null. */
export const pageNamed = (name: string): PublicPage | null =>
  PUBLIC_PAGES.find((page) => pageName(page) === name) ?? null

/** The public page at `path` (no language prefix), or null. */
export const publicPage = (path: string): PublicPage | null =>
  PUBLIC_PAGES.find((page) => page === path) ?? null
