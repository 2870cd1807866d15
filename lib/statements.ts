import 'server-only'
import pg from 'pg'
import { Prisma } from './generated/prisma/client'
import { pool } from './pool'

// PostgreSQL's numbers of its types (pg_type.dat).
const OF = {
  ...{ bytea: 17, int8: 20, oid: 26, json: 114, date: 1082, timestamp: 1114, timestamptz: 1184 },
  ...{ numeric: 1700, jsonb: 3802, texts: 1009 },
}
/** Booleans, short integers, floating point, text, uuid and arrays of them: as the driver reads them. */
const AS_THEY_ARE = new Set(
  [16, 21, 23, 700, 701, 19, 25, 1042, 1043, 2950].concat([
    1000, 1005, 1007, 1021, 1022, 1009, 1015, 2951,
  ]),
)
/** From here on types are our own: text. */
const FIRST_OWN = 16_384

type Read = (text: string) => unknown
const instant: Read = (text) =>
  new Date(text.replace(' ', 'T').replace(/[+-]\d{2}(:\d{2})?$/, '') + 'Z')
const texts = pg.types.getTypeParser(OF.texts) as unknown as (text: string) => (string | null)[]
const each =
  (read: Read): Read =>
  (list) =>
    texts(list).map((text) => (text === null ? null : read(text)))
const bytes = pg.types.getTypeParser(OF.bytea) as unknown as (text: string) => Buffer
const decimal: Read = (text) => new Prisma.Decimal(text)
const big: Read = (text) => BigInt(text)
const day: Read = (text) => new Date(text)
const parsed: Read = (text) => JSON.parse(text)

const READERS = new Map<number, Read>([
  [OF.bytea, (text) => new Uint8Array(bytes(text))],
  [OF.int8, big],
  [OF.oid, big],
  [OF.json, parsed],
  [OF.jsonb, parsed],
  [OF.date, day],
  [OF.timestamp, instant],
  [OF.timestamptz, instant],
  [OF.numeric, decimal],
  [1016, each(big)],
  [1028, each(big)],
  [199, each(parsed)],
  [3807, each(parsed)],
  [1182, each(day)],
  [1115, each(instant)],
  [1185, each(instant)],
  [1231, each(decimal)],
])

function readerOf(type: number): Read {
  const reader = READERS.get(type)
  if (reader) return reader
  if (AS_THEY_ARE.has(type)) return pg.types.getTypeParser(type) as unknown as Read
  if (type >= FIRST_OWN) return (text) => text
  // Thrown with a row: thrown here it would break the connection.
  return () => {
    throw new Error(`No column of the type ${type} is read here`)
  }
}

/** As the database takes it in a session whose time zone is UTC. */
function sent(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(sent)
  return Prisma.Decimal.isDecimal(value) ? value.toString() : value
}

/**
 * The rows of one statement outside a transaction, sent by the driver: the ORM works on a statement as
 * long as the database does. It takes and gives the values of the ORM's own `$queryRaw`
 * (tests/integration/database/statements.test.ts compares them); its errors are the driver's.
 */
export async function rowsOf<T>(statement: Prisma.Sql): Promise<T> {
  const { text, values } = statement
  const types = { getTypeParser: readerOf as never }
  const { rows } = await pool().query({ text, values: values.map(sent), types })
  return rows as T
}
