// Values for the routes' own shapes: whatever a leaf of a shape accepts, at its extremes, and what
// it does not. Which text is a date and which an email nobody has to say: the shapes do.
import type { ZodMiniType } from 'zod/mini'
import { workingDay } from './shop'

export type Shape = ZodMiniType<unknown, unknown>
type Def = {
  type: string
  shape?: Record<string, Shape>
  innerType?: Shape
  in?: Shape
  out?: Shape
  options?: Shape[]
  element?: Shape
  entries?: Record<string, string>
  values?: unknown[]
}
const defOf = (shape: Shape): Def => (shape as unknown as { _zod: { def: Def } })._zod.def

/** A generator of the same numbers, 0 to below 1, for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
export const oneOf = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

const LONG = 16 * 1024
/** What some shape somewhere accepts: everyday values first, then the ends of what may be. */
const GOOD: readonly unknown[] = [
  ...[workingDay(7), '10:00', '1', 1, 'aina@example.com', '99.00'],
  ...['2000-01-01', '2026-12-01', '2028-02-29', '2099-12-31', '2100-12-31', '9999-12-31'],
  ...['0000-01-01', '1999-12-31', '2101-01-01', '00:00', '09:00', '10:00', '10:30', '23:59'],
  ...['1', '2', '3', '99', '2147483647', '0', '100', '1764547200000-1', '9999999999999-1'],
  ...['a@b.co', `${'a'.repeat(64)}@${'b.'.repeat(90)}co`, '+60 12-345 6789', '0000000'],
  ...[
    'https://example.com/a',
    '/api/uploads/x',
    'http://localhost/x',
    `https://${'a.'.repeat(900)}b`,
  ],
  ...['0.01', '99.00', '107.17', '99999999.99', 'owner', 'a password of the tests', '123456'],
  ...['prod_a', 'price_a', 'fas fa-microphone', '+60123456789', '60123456789', 'true', 'false'],
  ...['2026-12-01T00:00:00.000Z', '9999-99-99T99:99:99.999Z', '0000-00-00T00:00:00.000Z'],
  ...['x', ' x ', 'Ünï çødé', '中文', '😀'.repeat(20), 'مرحبا', '-', '%', '_', '\\', "' OR 1=1 --"],
  ...[1, 2, 3, 0, 99, 2_147_483_647, 0.01, 107.17, 24, 23, 10_000, true, false, null, ''],
]
/** What none should, however it got there. */
const BAD: readonly unknown[] = [
  ...[
    '\ud800',
    'a\udc00b',
    '\0',
    'a\0b',
    '\u202e',
    '\u2028',
    '\r\nBcc: x@y.zz',
    '\ufeff',
    '\ufffe',
  ],
  ...[
    'x'.repeat(LONG),
    ' '.repeat(LONG),
    '9'.repeat(LONG),
    '%'.repeat(LONG),
    '[a](' + '['.repeat(LONG),
  ],
  ...['0001-01-01', '9999-12-28', '10000-01-01', '+275760-09-13', '-000001-01-01', '2027-02-30'],
  ...[-1, 1.5, 1e21, 1e308, -0, 2 ** 31, 2 ** 53, '2147483648', '9007199254740993', '1e3', 'NaN'],
  ...['__proto__', 'constructor', 'toString', '24:00', '-1', [], {}, [[]], ['x'], { length: 1 }],
  ...[{ toString: 1 }, { __proto__: null }, Array(300).fill(1), { a: { b: { c: ['\ud800'] } } }],
]

/** The values that a shape, or what it wraps, names itself: the choices of an enum. */
function namedBy(shape: Shape): unknown[] {
  const { entries = {}, values = [], innerType, in: first, out, options = [] } = defOf(shape)
  const wrapped = [innerType, first, out, ...options].filter((inner) => inner !== undefined)
  return [...Object.values(entries), ...values, ...wrapped.flatMap(namedBy)]
}

const accepted = new WeakMap<Shape, unknown[]>()
function goodFor(shape: Shape): unknown[] {
  const known = accepted.get(shape)
  if (known) return known
  const good = [...GOOD, ...namedBy(shape)].filter((value) => shape.safeParse(value).success)
  accepted.set(shape, good)
  return good
}

/** The field names of an object's shape, whatever it is wrapped in; none for any other. */
export function fieldsOf(shape: Shape): Record<string, Shape> {
  const def = defOf(shape)
  if (def.type === 'object') return def.shape ?? {}
  const inner = def.innerType ?? (def.type === 'pipe' ? objectOf(def) : undefined)
  return inner ? fieldsOf(inner) : {}
}
/** A pipe begins with what it takes, or with a transform that prepares it. */
const objectOf = ({ in: first, out }: Def): Shape | undefined =>
  first && defOf(first).type !== 'transform' ? first : out

/** A value that `shape` accepts, an everyday one half of the time, else at one of its ends. */
export function goodValue(shape: Shape, random: () => number): unknown {
  const fields = Object.entries(fieldsOf(shape))
  if (fields.length > 0)
    return Object.fromEntries(fields.map(([name, field]) => [name, goodValue(field, random)]))
  const { element } = defOf(shape)
  if (element) return [goodValue(element, random)]
  const good = goodFor(shape)
  if (good.length === 0) return oneOf(random, GOOD)
  return random() < 0.5 ? good[0] : oneOf(random, good)
}

/** The everyday value of `shape`, again and again with `text` in another of its fields. */
export function* withEach(shape: Shape, text: string): Generator<unknown> {
  const everyday = goodValue(shape, () => 0) as Record<string, unknown>
  for (const [name, field] of Object.entries(fieldsOf(shape))) {
    yield { ...everyday, [name]: text }
    for (const inner of withEach(field, text)) yield { ...everyday, [name]: inner }
  }
}

/** A good value with up to two of its fields made bad or left out: so what follows is reached. */
export function anyValue(shape: Shape, random: () => number): unknown {
  const value = goodValue(shape, random)
  const names = Object.keys(fieldsOf(shape))
  if (names.length === 0 || random() < 0.02) return oneOf(random, BAD)
  const changes = Array.from({ length: Math.floor(random() * 3) }, () => [
    oneOf(random, names),
    random() < 0.3 ? undefined : oneOf(random, BAD),
  ])
  return { ...(value as object), ...Object.fromEntries(changes) }
}

/**
 * An everyday value with two of its fields at two of their ends, accepted or not: what one value at
 * a time does not find.
 */
export function pairOf(shape: Shape, random: () => number): unknown {
  const fields = Object.entries(fieldsOf(shape))
  if (fields.length === 0) return anyValue(shape, random)
  const everyday = () => 0
  const extreme = ([name, field]: [string, Shape]) => [
    name,
    random() < 0.2 ? oneOf(random, BAD) : oneOf(random, [...goodFor(field), ...GOOD.slice(0, 8)]),
  ]
  const pair = [oneOf(random, fields), oneOf(random, fields)].map(extreme)
  return { ...(goodValue(shape, everyday) as object), ...Object.fromEntries(pair) }
}
