/** The one source of chance of a history: the same seed gives the same numbers everywhere. */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of `entries`, each as likely as its weight says. */
  weighted<T>(entries: readonly (readonly [weight: number, value: T])[]): T {
    let at = this.next() * entries.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of entries) if ((at -= weight) < 0) return value
    return entries.at(-1)?.[1] as T
  }
}
