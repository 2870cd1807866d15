import { Journal } from './journal'
import type { Kind, Records } from './records'

type Entry = [kind: Kind, id: string, value: unknown]

const DAY_MS = 86_400_000
const COMPACT_ABOVE_LINES = 5_000

/**
 * All of the sandbox's state, in memory and in a journal. Callers change objects in place, `put`
 * them, and `commit` once per unit of work; nothing that was not committed is ever answered to a
 * client.
 */
export class Store {
  private readonly tables = new Map<Kind, Map<string, unknown>>()
  private readonly dirty = new Map<string, [Kind, string]>()
  private readonly journal: Journal

  constructor(path: string) {
    this.journal = new Journal(path)
  }

  open(): void {
    this.journal.open((line) => {
      for (const [kind, id, value] of line as Entry[]) {
        if (value === null) this.table(kind).delete(id)
        else this.table(kind).set(id, value)
      }
    })
    this.compactWhenLarge()
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.table(kind).get(id) as Records[K] | undefined
  }

  /** Oldest first; an object keeps its place when it changes. */
  all<K extends Kind>(kind: K): Records[K][] {
    return [...this.table(kind).values()] as Records[K][]
  }

  put<K extends Kind>(kind: K, value: Records[K]): Records[K] {
    this.table(kind).set(value.id, value)
    this.dirty.set(`${kind} ${value.id}`, [kind, value.id])
    return value
  }

  remove(kind: Kind, id: string): void {
    this.table(kind).delete(id)
    this.dirty.set(`${kind} ${id}`, [kind, id])
  }

  /** Removes everything but the sandbox's own settings, as if the account had just been opened. */
  clear(): void {
    for (const [kind, table] of this.tables)
      if (kind !== 'settings') for (const id of [...table.keys()]) this.remove(kind, id)
  }

  commit(): void {
    if (this.dirty.size === 0) return
    const entries: Entry[] = [...this.dirty.values()].map(([kind, id]) => [
      kind,
      id,
      this.table(kind).get(id) ?? null,
    ])
    this.dirty.clear()
    this.journal.append(entries)
    this.compactWhenLarge()
  }

  close(): void {
    this.commit()
    this.journal.close()
  }

  private table(kind: Kind): Map<string, unknown> {
    let table = this.tables.get(kind)
    if (!table) this.tables.set(kind, (table = new Map()))
    return table
  }

  private compactWhenLarge(): void {
    let objects = 0
    for (const table of this.tables.values()) objects += table.size
    if (this.journal.lines < COMPACT_ABOVE_LINES || this.journal.lines < objects * 2) return
    // Stripe keeps idempotency keys for at least 24 hours; past that they only make the file grow.
    for (const answer of this.all('answer')) {
      if (answer.created < Date.now() - DAY_MS) this.table('answer').delete(answer.id)
    }
    this.journal.rewrite(this.entries())
  }

  private *entries(): Iterable<Entry[]> {
    for (const [kind, table] of this.tables)
      for (const [id, value] of table) yield [[kind, id, value]]
  }
}
