// Prints what a transaction's questions were answered that were asked at once, what one of them that failed
// said, and what was asked on the same connection after it.
import { closeDatabase, db } from '@/lib/db'
import { errorFields } from '@/lib/log'
import { pool } from '@/lib/pool'

const answers = await db().$transaction((tx) =>
  Promise.all(
    [0, 1, 2, 3, 4, 5].map(async (n) => {
      const [row] = await tx.$queryRaw<[{ n: number }]>`SELECT ${n}::int AS n`
      return row.n
    }),
  ),
)
const connection = await pool().connect()
const [failed, after] = await Promise.all([
  connection.query('SELECT 1 / 0').catch((error: unknown) => errorFields(error).code),
  connection.query<{ n: number }>('SELECT 6 AS n').then(({ rows }) => rows.map(({ n }) => n)),
])
connection.release()
console.log(JSON.stringify({ answers, failed, after }))
await closeDatabase()
