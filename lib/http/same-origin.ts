/** What a request says of the page that sent it; null where it says nothing. */
type Sender = { origin: string | null; site: string | null; host: string | null }

/**
 * True for a page of ours at `siteUrl` or at the host that was asked, and for what no browser sent. A page
 * that is to name no referrer, by its own policy or by one that a proxy adds, calls its origin "null":
 * then the browser's word counts, which is "cross-site" for a page of no origin.
 */
export function isSameOrigin({ origin, site, host }: Sender, siteUrl: string): boolean {
  if (origin === null) return site === null || site === 'same-origin' || site === 'none'
  if (origin === 'null') return site === 'same-origin'
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || origin === new URL(siteUrl).origin
}
