import { invalid } from './errors'

export type Value = string | Value[] | Params
export interface Params {
  [key: string]: Value
}

// No call of the API needs as many; without bounds, one body of a megabyte would keep the process
// busy for minutes.
const MOST_FIELDS = 1000
const DEEPEST = 8

const empty = (): Params => Object.create(null) as Params

/** `a[b][0]=x` → ['a','b','0']; `a[]=x` → ['a','']. */
function keys(name: string): string[] {
  const head = name.split('[', 1)[0] ?? ''
  const rest = [...name.slice(head.length).matchAll(/\[([^[\]]*)\]/g)].map(
    (match) => match[1] ?? '',
  )
  if (rest.length > DEEPEST) throw invalid('Invalid request: parameters are nested too deeply.')
  return [head, ...rest]
}

/** Objects whose keys are all indexes become arrays, as Stripe reads `expand[0]=…`. */
function settle(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const names = Object.keys(value)
  for (const name of names) value[name] = settle(value[name] as Value)
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) {
    return names.sort((a, b) => Number(a) - Number(b)).map((name) => value[name] as Value)
  }
  return value
}

/**
 * Parses a query or an `application/x-www-form-urlencoded` body with Stripe's nested names. Throws
 * an invalid request for more than 1000 parameters and for names nested more than eight deep.
 */
export function parseForm(text: string): Params {
  const root = empty()
  const fields = [...new URLSearchParams(text)]
  if (fields.length > MOST_FIELDS) throw invalid('Invalid request: too many parameters.')
  for (const [name, value] of fields) {
    const path = keys(name)
    let at = root
    path.forEach((key, depth) => {
      const own = key === '' ? String(Object.keys(at).length) : key
      if (depth === path.length - 1) {
        at[own] = value
      } else {
        const next = at[own]
        at = (
          typeof next === 'object' && !Array.isArray(next) ? next : (at[own] = empty())
        ) as Params
      }
    })
  }
  for (const name of Object.keys(root)) root[name] = settle(root[name] as Value)
  return root
}
