import { hourText } from '@/lib/time'
import type { AuditValue, FieldChange } from './schema'

type Leaf = { path: string[]; value: AuditValue }

/** Those that differ, each by its path: a season in a list, a name in another language. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)]
    const change = { before: old?.value ?? null, after: now?.value ?? null }
    const path = (old ?? now)?.path ?? []
    return change.before === change.after ? [] : [{ path, ...change }]
  })
}

const leavesOf = (value: unknown): Map<string, Leaf> =>
  new Map(
    (isFields(value) ? fieldsOf(value, []) : []).map((leaf) => [JSON.stringify(leaf.path), leaf]),
  )

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = (value: Record<string, unknown>, path: string[]): Leaf[] =>
  Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]))

function leaves(value: unknown, path: string[]): Leaf[] {
  if (Array.isArray(value) && value.length > 0 && value.every(isNamed))
    return value.flatMap(({ name, ...rest }) => fieldsOf(rest, [...path, name]))
  if (isFields(value) && !isDayHours(value)) return fieldsOf(value, path)
  return [{ path, value: textOf(value) }]
}

/** One of a list that is known by its name, such as a season: it keeps its place when others come. */
const isNamed = (value: unknown): value is Record<string, unknown> & { name: string } =>
  isFields(value) && typeof value.name === 'string'

const isDayHours = (value: Record<string, unknown>): value is { opens: number; closes: number } =>
  typeof value.opens === 'number' && typeof value.closes === 'number'

function textOf(value: unknown): AuditValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  if (isFields(value) && isDayHours(value))
    return `${hourText(value.opens)}–${hourText(value.closes)}`
  return JSON.stringify(value)
}
