// What a command with long steps says of them: which one it is at, and about how long the rest takes.

const EVERY_MS = 15_000

const spoken = (seconds) =>
  seconds < 90
    ? `${Math.max(5, Math.round(seconds / 5) * 5)} s`
    : `${Math.round(seconds / 60)} minutes`

/**
 * `seconds` has how long each step takes on a common machine, in their order. The pace of the steps that are
 * done stands for that of the others.
 */
export function progressOf(seconds, say, now = Date.now) {
  const names = Object.keys(seconds)
  let [expected, taken] = [0, 0]

  const left = (nth, elapsed) => {
    const pace = expected > 0 ? Math.min(10, Math.max(0.2, taken / expected)) : 1
    const own = Math.max(0, seconds[names[nth]] * pace - elapsed)
    return own + names.slice(nth + 1).reduce((sum, name) => sum + seconds[name] * pace, 0)
  }

  return async function step(name, title, work) {
    const nth = names.indexOf(name)
    const begun = now()
    const elapsed = () => (now() - begun) / 1000
    const place = `Step ${nth + 1} of ${names.length}: ${title}`
    say(`${place}, about ${spoken(left(nth, 0))} left in all …`)
    const ticker = setInterval(
      () => say(`  ${Math.round(elapsed())} s so far, about ${spoken(left(nth, elapsed()))} left`),
      EVERY_MS,
    )
    try {
      return await work()
    } finally {
      clearInterval(ticker)
      expected += seconds[name]
      taken += elapsed()
    }
  }
}
