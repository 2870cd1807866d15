// What the driver reads and sends for db().$queryRaw, beside what the ORM does within a transaction.
import { db, Prisma } from '@/lib/db'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const both = async (statement: Prisma.Sql): Promise<[unknown, unknown]> => [
  await db().$queryRaw(statement),
  await db().$transaction((tx) => tx.$queryRaw(statement)),
]

const COLUMNS = Prisma.sql`
  SELECT 1::int2 AS short, 2 AS int, 9007199254740993 AS big, 3::oid AS oid, 1.5::float4 AS single,
    'NaN'::float8 AS double, 12.3400::numeric AS numeric, true AS bool, 'text' AS text, 'c'::char(3) AS char,
    'name'::name AS name, gen_random_uuid() IS NOT NULL AS random,
    '00000000-0000-0000-0000-000000000001'::uuid AS uuid, 'null'::jsonb AS json_null,
    '{"a": [1, "b"]}'::json AS json, '{"a": 1.5}'::jsonb AS jsonb, '\\x00ff'::bytea AS bytes,
    '2026-11-29'::date AS date, '2026-11-29 03:04:05.678'::timestamp AS at,
    '2026-11-29 03:04:05.678+08'::timestamptz AS instant, '2026-11-29 03:04:05+05:30'::timestamptz AS half,
    NULL::numeric AS nothing, '{}'::int[] AS none, '{1,NULL}'::int[] AS ints, '{1,NULL}'::int8[] AS bigs,
    '{a,"b c",NULL}'::text[] AS texts, '{1.10,NULL}'::numeric[] AS numerics, '{t,f}'::bool[] AS bools,
    ARRAY['2026-11-29 03:04:05.678+08', NULL]::timestamptz[] AS instants, '{2026-11-29}'::date[] AS dates,
    ARRAY['{"a": 1}', NULL]::jsonb[] AS jsons, '{1.5}'::float8[] AS doubles`

test('every type of column is read as the ORM reads it', async () => {
  const [driver, orm] = await both(COLUMNS)
  expect(driver).toEqual(orm)
  const [[row], [other]] = [driver, orm] as [Record<string, unknown>[], Record<string, unknown>[]]
  const kinds = (of: Record<string, unknown> = {}) =>
    Object.entries(of).map(([name, value]) => [name, value?.constructor.name])
  expect(kinds(row)).toEqual(kinds(other))
})

test('every kind of value is sent as the ORM sends it', async () => {
  const at = new Date('2026-11-29T03:04:05.678Z')
  const [driver, orm] = await both(Prisma.sql`
    SELECT ${1}::int AS int, ${1.5}::float8 AS double, ${10n}::int8 AS big, ${"it's"}::text AS text,
      ${true}::boolean AS bool, ${null}::text AS nothing, ${at}::timestamptz AS instant,
      ${at}::timestamp AS plain, ${at}::date AS date, ${new Prisma.Decimal('12.3400')}::numeric AS numeric,
      ${JSON.stringify({ a: ['"'] })}::jsonb AS json, ${{ a: [1] }}::jsonb AS object,
      ${Buffer.from([0, 255])}::bytea AS bytes, ${[]}::int[] AS none, ${[1, 2]}::int[] AS ints,
      ${['a', 'b "c"', '{d,\\\\}', '']}::text[] AS texts, ${[at, at]}::timestamptz[] AS instants,
      ${[1n]}::int8[] AS bigs, ${Prisma.sql`${'nested'}::text`} AS nested,
      ${'a'} IN (${Prisma.join(['a', 'b'])}) AS among`)
  expect(driver).toEqual(orm)
})

test('within a transaction a statement sees what that has written, and outside it does not', async () => {
  const count = async (client: Pick<ReturnType<typeof db>, '$queryRaw'>) =>
    (
      await client.$queryRaw<{ many: bigint }[]>`
        SELECT count(*) AS many FROM settings WHERE key = 'seen'`
    )[0]?.many
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO settings (key, value) VALUES ('seen', '{}')`
    expect([await count(tx), await count(db())]).toEqual([1n, 0n])
  })
  expect(await count(db())).toBe(1n)
})

test('a type that nobody reads is refused by both', async () => {
  const odd = Prisma.sql`SELECT '1 day'::interval AS span`
  await expect(db().$queryRaw(odd)).rejects.toThrow('No column of the type 1186')
  await expect(db().$transaction((tx) => tx.$queryRaw(odd))).rejects.toThrow()
})
