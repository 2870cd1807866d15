export interface Fault {
  match: string
  status: number | 'hang' | 'reset'
  after: boolean
  times: number
}

/**
 * `*` stands for one path segment; a match that ends in `/` covers everything below it; anything
 * else is exact.
 */
function matches(pattern: string, method: string, path: string): boolean {
  const [wantedMethod = '*', wantedPath = ''] = pattern.trim().split(/\s+/, 2)
  if (wantedMethod !== '*' && wantedMethod.toUpperCase() !== method) return false
  if (wantedPath === '' || wantedPath === '*') return true
  const wanted = wantedPath.split('/')
  const actual = path.split('/')
  const open = wantedPath.endsWith('/')
  if (open ? actual.length < wanted.length : actual.length !== wanted.length) return false
  return wanted.every(
    (segment, index) =>
      segment === '*' || segment === actual[index] || (open && index === wanted.length - 1),
  )
}

/** The failures a test has ordered. */
export class Faults {
  private faults: Fault[] = []

  /**
   * Replaces the list. Left out: `status` 500 (with `after`, a reset: the answer is lost), `times`
   * until replaced.
   */
  replace(input: Partial<Fault>[]): Fault[] {
    this.faults = input.map((fault) => ({
      match: String(fault.match ?? '*'),
      after: fault.after === true,
      status: fault.status ?? (fault.after ? 'reset' : 500),
      times: fault.times ?? Number.MAX_SAFE_INTEGER,
    }))
    return this.faults
  }

  /** The fault this request meets, counted as used. */
  take(method: string, path: string): Fault | null {
    const fault = this.faults.find(
      (candidate) => candidate.times > 0 && matches(candidate.match, method, path),
    )
    if (!fault) return null
    fault.times -= 1
    return fault
  }
}
