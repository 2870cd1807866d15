import { parseForm } from '../http/form'

const SIZE = 48 * 1024

test.each(['[', 'a[', 'a[b]', '%', '&', '=', ']['])(
  'a form of nothing but %s takes no longer than its length explains',
  (unit) => {
    const begun = process.cpuUsage()
    try {
      parseForm(unit.repeat(SIZE / unit.length))
    } catch {
      // Refusing it is an answer too.
    }
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1_000)
  },
)
