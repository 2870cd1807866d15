import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates, TLSSocket } from 'node:tls'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import tlsOptions from 'smtp-server/lib/tls-options.js'
import { isDatabaseAway } from '@/lib/database-errors'
import { db } from '@/lib/db'
import { closeTransport, sendLetter } from '@/lib/mail/transport'
import { databaseTlsHint, isThisMachine, postgresOptions, smtpOptions } from '@/lib/tls'

const REMOTE = 'postgresql://u:secret@db.example/studio'
const sslOf = (url: string) => new pg.Client(postgresOptions(url)).ssl as unknown
const mailOf = (url: string) =>
  (
    createTransport({ ...smtpOptions(url), pool: true }).transporter as unknown as {
      options: object
    }
  ).options

describe('this machine', () => {
  test.each(['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]', '::ffff:127.0.0.1', '/tmp'])(
    '%s is',
    (host) => expect(isThisMachine(host)).toBe(true),
  )
  test.each(['', '10.0.0.5', '192.168.1.1', '0.0.0.0', '::', 'fd00::2', 'db', 'localhost.example'])(
    '"%s" is not',
    (host) => expect(isThisMachine(host)).toBe(false),
  )
})

describe('PostgreSQL', () => {
  test.each([
    REMOTE,
    'postgresql://u:p@10.0.0.5:5432/studio',
    'postgresql://u:p@db/studio?sslmode=',
    // a host in the query wins over the one before it
    'postgresql://u:p@localhost/studio?host=db.example',
  ])('%s means TLS with a valid certificate', (url) =>
    expect(sslOf(url)).toEqual({ rejectUnauthorized: true }),
  )

  test.each([
    'postgresql://u:p@localhost:5432/studio',
    'postgresql://u:p@127.0.0.1/studio',
    'postgresql://u:p@[::1]/studio',
    'postgresql://u:p@/studio?host=/var/run/postgresql',
    'postgresql://%2Fvar%2Frun%2Fpostgresql/studio',
    `${REMOTE}?sslmode=disable`,
  ])('%s means none', (url) => expect(sslOf(url)).toBe(false))

  test.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    'sslmode=%s checks the certificate and its name, without a warning of the driver',
    (mode) => {
      const warnings = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
      for (const host of ['db.example', 'localhost'])
        expect(sslOf(`postgresql://u:p@${host}/studio?sslmode=${mode}&pool=1`)).toEqual({})
      expect(warnings).not.toHaveBeenCalled()
    },
  )

  test('only the URL itself gives up the certificate', () => {
    expect(sslOf(`${REMOTE}?sslmode=no-verify`)).toEqual({ rejectUnauthorized: false })
    expect(sslOf(`${REMOTE}?uselibpqcompat=true&sslmode=require`)).toEqual({
      rejectUnauthorized: false,
    })
  })
})

describe('mail', () => {
  test.each(['smtp://u:p@mail.example:587', 'smtp://10.0.0.5', 'smtp://mail?ignoreTLS=true'])(
    '%s must become TLS',
    (url) => expect(mailOf(url)).toMatchObject({ secure: false, requireTLS: true }),
  )
  test('smtps is TLS from the first byte', () =>
    expect(mailOf('smtps://u:p@mail.example')).toMatchObject({ secure: true }))
  test.each(['smtp://localhost:1025', 'smtp://127.0.0.1:1025', 'smtp://[::1]:1025'])(
    '%s need not',
    (url) => expect(mailOf(url)).not.toHaveProperty('requireTLS'),
  )
  test('the URL itself may ask for it here, or give it up elsewhere', () => {
    expect(mailOf('smtp://localhost?requireTLS=true')).toHaveProperty('requireTLS', true)
    expect(mailOf('smtp://mail.example?requireTLS=false')).toHaveProperty('requireTLS', false)
  })
})

describe('a mail server whose certificate is of an authority of one’s own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-authority-'))
  const file = join(folder, 'authority.pem')
  const authority = rootCertificates[0] ?? ''
  beforeAll(() => writeFileSync(file, authority))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(['smtp://mail.example', 'smtps://mail.example', 'smtp://localhost'])(
    '%s means TLS, and the authorities of that file instead of the public ones',
    (url) => {
      const options = mailOf(`${url}?sslrootcert=${file}&tls.servername=mail.internal`)
      expect(options).toMatchObject({
        requireTLS: true,
        tls: { ca: Buffer.from(authority), servername: 'mail.internal' },
      })
      expect(mailOf(url)).not.toHaveProperty('tls.ca')
    },
  )

  test('a file that is not there stops the connection', () =>
    expect(() => smtpOptions(`smtp://mail.example?sslrootcert=${folder}/none.pem`)).toThrow(
      /ENOENT.*none\.pem/,
    ))
})

describe('a server that cannot be trusted hears no password', () => {
  // A name that leads to this machine and is none of its usual ones.
  const NAME = '127.1'
  const server = createServer((socket) => {
    socket.on('data', (data) => heard.push(data)).on('error', () => {})
    answer(socket)
  })
  let answer: (socket: Socket) => void
  let heard: Buffer[]
  let port: number
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
    process.env.DATABASE_URL = `postgresql://u:secret@${NAME}:${port}/studio`
    process.env.SMTP_URL = `smtp://u:secret@${NAME}:${port}`
  })
  beforeEach(() => {
    heard = []
  })
  afterAll(() => new Promise((done) => server.close(done)))

  // The options of a remote host, on a connection to this machine.
  const connect = async (): Promise<unknown> => {
    const client = new pg.Client({
      ...postgresOptions(REMOTE),
      connectionString: `postgresql://u:secret@127.0.0.1:${port}/studio`,
    })
    client.on('error', () => {})
    return client.connect().catch((error: unknown) => error)
  }

  test('PostgreSQL without TLS hears none', async () => {
    answer = (socket) => socket.once('data', () => socket.write('N'))
    const error = await connect()
    expect(databaseTlsHint(error)).toMatch(/sslmode=disable/)
    // the request for TLS, and nothing after it
    expect(Buffer.concat(heard).toString('hex')).toBe('0000000804d2162f')
  })

  test('PostgreSQL with an untrusted certificate hears none', async () => {
    const { key, cert } = tlsOptions()
    const inside: Buffer[] = []
    answer = (socket) =>
      socket.once('data', () => {
        socket.write('S')
        socket.removeAllListeners('data')
        new TLSSocket(socket, { isServer: true, key, cert })
          .on('data', (data: Buffer) => inside.push(data))
          .on('error', () => {})
      })
    const error = await connect()
    expect(databaseTlsHint(error)).toMatch(/certificate is not trusted/)
    expect(inside).toEqual([])
  })

  test('the application’s own connection to PostgreSQL sends none', async () => {
    answer = (socket) => socket.once('data', () => socket.write('N'))
    const error: unknown = await db().$queryRaw`SELECT 1`.catch((thrown: unknown) => thrown)
    expect(databaseTlsHint(error)).toMatch(/sslmode=disable/)
    expect(isDatabaseAway(error)).toBe(true)
    expect(Buffer.concat(heard).toString('hex')).toBe('0000000804d2162f')
  })

  test('the application’s own mail sends none', async () => {
    answer = (socket) => {
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (data) =>
        socket.write(
          /^EHLO/.test(String(data)) ? '250-mail.example\r\n250 AUTH PLAIN\r\n' : '502 no\r\n',
        ),
      )
    }
    const letter = {
      studio: { name: 'Studio', email: 'studio@example.com' },
      recipient: 'guest@example.com',
      messageId: '<1@example.com>',
      subject: 'Hello',
      html: '<p>Hello</p>',
      text: 'Hello',
      files: [],
    }
    await expect(sendLetter(letter)).rejects.toMatchObject({ code: 'ETLS' })
    closeTransport()
    expect(Buffer.concat(heard).toString()).toMatch(/^EHLO [^\n]+\nSTARTTLS\r\n(QUIT\r\n)?$/)
  })
})

test('any other failure of the database is not blamed on TLS', () => {
  for (const error of [new Error('connect ECONNREFUSED'), { code: 'P1001' }, null, 'text'])
    expect(databaseTlsHint(error)).toBeNull()
})
