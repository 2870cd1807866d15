/** Without language prefix; blog posts are added (docs/decisions/020 G3). */
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

/** In addresses and dictionaries: "/" → "home", "/refund-policy" → "refund-policy". */
export const pageName = (page: PublicPage): PageName =>
  page === '/' ? 'home' : (page.slice(1) as PageName)

export const pageNamed = (name: string): PublicPage | null =>
  PUBLIC_PAGES.find((page) => pageName(page) === name) ?? null

/** Without language prefix; null for any other path. */
export const publicPage = (path: string): PublicPage | null =>
  PUBLIC_PAGES.find((page) => page === path) ?? null
