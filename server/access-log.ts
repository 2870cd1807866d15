/** The maximum length of a path in the log. */
const LONGEST = 200
// Longer than any path that is served (see server/refusal.ts): refused paths are not read further.
const READ = 2048
/** How often a path may be percent-encoded to be shown. */
const MOST_ENCODED = 4

// What stands behind /manage/{token}/; anything else there may be a token.
const PARTS = new Set(
  'availability billing calendar footage hold payment receipts reschedule story upgrade'.split(' '),
)
// 128 bits as base64url, and what may stand behind it: lower-case words, as in the addresses of posts,
// have no capital letters.
const TOKEN = /^(?=.*[A-Z])[\w-]{22}(?![\w-])/
const CLIENT_SECRET = /_secret_/i
// Before it stands the token of /calendar/{token}.ics, however it is spelt.
const CALENDAR_FILE = /\.ics/i

/**
 * A request's path for the log: without its query and without what may be secret or personal,
 * however it is spelt, because logs contain no personal data and no secrets. Hidden are everything
 * behind a segment with the word manage, other than the parts of that page, and what looks like a
 * token, a client secret or an email address. The work is linear in the length of the path, because
 * every request is logged before anything can refuse it.
 */
export function loggedPath(url: string): string {
  let isBehindManage = false
  // Behind an escaped # stands what no server is meant to get.
  const [plain = '', behind] = decoded(pathOf(url)).split('#', 2)
  const shown = (behind === undefined ? plain : `${plain}#…`).split(/[/\\]/).map((segment) => {
    const name = segment.normalize('NFKC').trim().toLowerCase()
    const isPart = segment === '' || (isBehindManage && PARTS.has(name))
    const isHidden = isBehindManage ? !isPart : isSecret(segment) || isJoined(name)
    isBehindManage ||= name.includes('manage')
    return isHidden ? '…' : segment
  })
  return shown.join('/').slice(0, LONGEST)
}

/**
 * The path; of an overlong one its first whole segments, because a partial segment could hide an
 * email.
 */
function pathOf(url: string): string {
  const read = url.slice(0, READ)
  const end = read.search(/[?#]/)
  if (end >= 0) return read.slice(0, end)
  return read.length < url.length ? `${read.slice(0, read.lastIndexOf('/') + 1)}…` : read
}

const isSecret = (segment: string): boolean =>
  segment.includes('@') ||
  TOKEN.test(segment) ||
  CLIENT_SECRET.test(segment) ||
  CALENDAR_FILE.test(segment)

/** The word manage and more in one segment: the rest may be a token. */
const isJoined = (name: string): boolean => name.includes('manage') && name !== 'manage'

/** The path as plain text, however often it is encoded: a proxy may have decoded it too. */
function decoded(path: string): string {
  let text = path
  for (let times = 0; times < MOST_ENCODED; times++) {
    try {
      const plain = decodeURIComponent(text)
      if (plain === text) return text
      text = plain
    } catch {
      return times === 0 ? '(malformed)' : '(encoded)'
    }
  }
  return '(encoded)'
}
