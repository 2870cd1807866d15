/** The maximum length of a path in the log. */
const LONGEST = 200
// Longer than any path that is served (see server/refusal.ts): refused paths are not read further.
const READ = 2048

/**
 * A request's path for the log: without its query, with the token of /manage/… and anything like an
 * email address hidden, because logs contain no personal data and no secrets. Percent-encoded
 * spellings are hidden too. The work is linear in the length of the path, because every request is
 * logged before anything can refuse it.
 */
export function loggedPath(url: string): string {
  const segments = decoded(pathOf(url)).split('/')
  return segments
    .map((segment, index) => (isSecret(segment, segments[index - 1]) ? '…' : segment))
    .join('/')
    .slice(0, LONGEST)
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

const isSecret = (segment: string, before: string | undefined): boolean =>
  segment.includes('@') || (segment !== '' && before?.toLowerCase() === 'manage')

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '(malformed)'
  }
}
