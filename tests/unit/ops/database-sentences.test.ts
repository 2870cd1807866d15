// What somebody reads whose database cannot be used: a sentence, and no stack.
import { execFile } from 'node:child_process'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { databaseSentence, isDatabaseAway } from '@/lib/database-errors'
import { closeDatabase, db } from '@/lib/db'
import { env } from '@/lib/env'

let server: Server
let answer = { code: '', message: '' }
const address = (port: number) => `postgresql://studio:secret@127.0.0.1:${port}/studio`

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const { code, message } = answer
      const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeInt32BE(body.length + 4, 1)
      socket.end(Buffer.concat([head, body]))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  process.env.DATABASE_URL = address((server.address() as AddressInfo).port)
})
afterEach(closeDatabase)
afterAll(() => new Promise((done) => server.close(done)))

const CASES: [string, string, RegExp][] = [
  [
    '28P01',
    'password authentication failed for user "studio"',
    /refuses the user and password of DATABASE_URL/,
  ],
  ['28000', 'role "studio" does not exist', /does not let in the user of DATABASE_URL/],
  ['3D000', 'database "studio" does not exist', /no database of the name in DATABASE_URL/],
  ['53300', 'sorry, too many clients already', /no connection left: lower DATABASE_POOL/],
  ['57P03', 'the database system is starting up', /cannot be reached: check DATABASE_URL/],
]

test.each(CASES)('the site is told %s', async (code, message, sentence) => {
  answer = { code, message }
  const error: unknown = await db().$queryRaw`SELECT 1`.catch((thrown: unknown) => thrown)
  expect(databaseSentence(error)).toMatch(sentence)
  expect(isDatabaseAway(error)).toBe(true)
})

test('a host whose name is not found is away too', async () => {
  const before = process.env.DATABASE_URL
  process.env.DATABASE_URL = 'postgresql://studio:secret@database.invalid/studio'
  const error: unknown = await db().$queryRaw`SELECT 1`.catch((thrown: unknown) => thrown)
  process.env.DATABASE_URL = before
  expect(isDatabaseAway(error)).toBe(true)
})

const said = (script: string, url = env().DATABASE_URL) =>
  new Promise<string>((done) =>
    execFile(
      process.execPath,
      ['scripts/run.mjs', script],
      { env: { ...process.env, DATABASE_URL: url } },
      (_error, stdout, stderr) => done(stdout + stderr),
    ),
  )

test.each(['scripts/migrate.ts', 'prisma/seed.ts', 'scripts/stamp.ts'])(
  '%s says it in one line',
  async (script) => {
    answer = { code: '28P01', message: 'password authentication failed for user "studio"' }
    const text = await said(script)
    expect(text).toMatch(/^The database refuses the user and password of DATABASE_URL\.[^\n]*\n$/)
    expect(text).not.toContain('secret')
  },
)

test('an address at which nothing listens is named by its variable', async () => {
  expect(await said('scripts/migrate.ts', address(1))).toBe(
    'The database cannot be reached: check DATABASE_URL.\n',
  )
})

test('any other failure is none of the database', () => {
  for (const error of [new Error('no such column'), { code: 'P2002' }, null, 'text'])
    expect(databaseSentence(error)).toBeNull()
})
