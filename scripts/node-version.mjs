// Which versions of Node the commands and the server run on. Uses Node's own modules only.

const OLDEST = [20, 19]
const RECOMMENDED = 24
// The end of each line's security updates (nodejs.org/about/previous-releases).
const END_OF_SUPPORT = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' }

/**
 * What to say about a version of Node: `refusal` when it is too old to run at all, `warning` when it
 * gets no security updates on the day `today` (yyyy-mm-dd).
 */
export function judgeNode(version, today) {
  const [major, minor] = version.split('.').map(Number)
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    return { refusal: `Node ${OLDEST.join('.')} or newer is needed; this is ${version}.` }
  const end = END_OF_SUPPORT[major]
  if (end === undefined || today <= end) return {}
  return {
    warning: `Node ${version} has had no security updates since ${end}: use Node ${RECOMMENDED}.`,
  }
}

/** Exits with one sentence when this Node is too old, and warns in one line when it is unsupported. */
export function requireNode(warn = console.warn) {
  const { refusal, warning } = judgeNode(
    process.versions.node,
    new Date().toISOString().slice(0, 10),
  )
  if (warning) warn(warning)
  if (!refusal) return
  console.error(refusal)
  process.exit(1)
}
