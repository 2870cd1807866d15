const LONGEST = 200

/**
 * A request's path as the log may show it: without its query, the token of /manage/… and anything
 * like an email address hidden (contract: no personal data and no secrets in logs). Percent-encoded
 * spellings are hidden too.
 */
export function loggedPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return decoded(path)
    .replace(/(\/manage\/)[^/]+/gi, '$1…')
    .replace(/[^/]*@[^/]*/g, '…')
    .slice(0, LONGEST)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '(malformed)'
  }
}
