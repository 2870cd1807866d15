import { readFileSync } from 'node:fs'
import { KEPT_VARIABLES, parseEnv } from '@/lib/env'

const BASE = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://u:p@localhost/studio' } as const
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const SANDBOX = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  STRIPE_API_BASE: 'http://127.0.0.1:12111',
}

test('a database is enough; everything else has a default', () => {
  expect(parseEnv(BASE)).toMatchObject({
    PORT: 3000,
    SITE_URL: 'http://localhost:3000',
    STUDIO_DATA_DIR: '.studio',
    HOLD_MINUTES: 15,
    RATE_LIMIT_SCALE: 1,
    TRUSTED_PROXY_HOPS: 0,
    payments: 'off',
  })
  expect(parseEnv({ ...BASE, PORT: '4000' }).SITE_URL).toBe('http://localhost:4000')
})

test('blank means unset, for every variable of .env.example', () => {
  const names = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)]
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(([, , value]) => value !== '')).toEqual([])
  const blank = Object.fromEntries(names.map(([, name]) => [name, '  ']))
  expect(parseEnv({ ...blank, ...BASE })).toEqual(parseEnv(BASE))
})

test('a line end or blanks behind a value, as files of secrets have, are no part of it', () => {
  const values = {
    DATABASE_URL: BASE.DATABASE_URL,
    METRICS_TOKEN: 'sixteen-letters-1',
    CRON_SECRET: 'sixteen-letters-2',
    STUDIO_DATA_DIR: '/var/lib/studio',
    SITE_URL: 'https://studio.example',
    ...STRIPE,
  }
  for (const end of ['\n', '\r\n', '\r', ' ', '\t\n'])
    expect(
      parseEnv({
        ...BASE,
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value + end])),
      }),
    ).toEqual(parseEnv({ ...BASE, ...values }))
  // A blank may be part of a password.
  expect(parseEnv({ ...BASE, ADMIN_PASSWORD: 'long enough \r\n' }).ADMIN_PASSWORD).toBe(
    'long enough ',
  )
})

test.each([
  ['https://Studio.Example/', 'https://studio.example'],
  ['https://studio.example:443', 'https://studio.example'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
])('SITE_URL=%s is the origin %s', (given, origin) =>
  expect(parseEnv({ ...BASE, SITE_URL: given }).SITE_URL).toBe(origin),
)

test.each([
  'postgresql://u:p#w@db.example/studio',
  'postgresql://u:p/w@db.example/studio',
  'postgresql://u:p?w@db.example/studio',
  'postgresql://u:100%E4@db.example/studio',
])('%s is refused with what to write instead', (url) => {
  const attempt = () => parseEnv({ ...BASE, DATABASE_URL: url })
  expect(attempt).toThrow(/^  DATABASE_URL: cannot be read: .+ @ as %40/m)
  expect(attempt).not.toThrow(/p.w@/)
})

test.each([
  'postgresql://u:100%@localhost/studio',
  'postgresql://u:p%23w@localhost/studio',
  'postgresql://u:p@w@localhost/studio',
  'postgresql://u:p@/studio?host=/var/run/postgresql',
  'postgresql://%2Fvar%2Frun%2Fpostgresql/studio',
  'postgresql:///studio',
  'postgresql://u:p@[::1]:5432/studio?sslmode=disable&channel_binding=require',
])('%s is read', (url) => expect(parseEnv({ ...BASE, DATABASE_URL: url }).DATABASE_URL).toBe(url))

test('the file of an authority that is not there is named', () =>
  expect(() =>
    parseEnv({ ...BASE, DATABASE_URL: `${BASE.DATABASE_URL}?sslrootcert=/none.pem` }),
  ).toThrow(/^  DATABASE_URL: ENOENT.+\/none\.pem/m))

test('a backup names all variables that a site elsewhere needs as they were', () => {
  const names = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)]
  expect(
    names.map(([, name]) => name).filter((name = '') => !KEPT_VARIABLES.includes(name)),
  ).toEqual([
    ...['PORT', 'LISTEN_ADDRESS', 'DATABASE_URL', 'POSTGRES_PORT', 'STRIPE_SANDBOX_PORT'],
    ...[
      'STRIPE_SANDBOX_WEBHOOKS',
      'SMTP_PORT',
      'MAIL_WEB_PORT',
      'ADMIN_USERNAME',
      'ADMIN_PASSWORD',
    ],
  ])
})

test.each([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', 'abc'],
  ['SITE_URL', 'studio.example'],
  ['SITE_URL', 'ftp://studio.example'],
  ['SITE_URL', 'https://studio.example/booking'],
  ['SITE_URL', 'https://user:secret@studio.example'],
  ['LISTEN_ADDRESS', 'localhost'],
  ['DATABASE_URL', 'mysql://x'],
  ['STRIPE_API_BASE', 'nowhere'],
  ['SMTP_URL', 'http://mail'],
  ['HOLD_MINUTES', '0'],
  ['HOLD_MINUTES', '-1'],
  ['RATE_LIMIT_SCALE', 'many'],
  ['CRON_SECRET', 'short'],
  ['METRICS_TOKEN', 'short'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['SECRET_KEY', 'short'],
  ['SECRET_KEY', `${'x'.repeat(32)},short`],
  ['TRUSTED_PROXY_HOPS', '-1'],
  ['TRUSTED_PROXY_HOPS', '1.5'],
  ['ALLOW_SANDBOX', 'yes'],
])('%s=%s stops the start and is named', (name, value) => {
  expect(() => parseEnv({ ...BASE, [name]: value })).toThrow(new RegExp(`^  ${name}: `, 'm'))
})

test('the bucket is spoken to over https, on this machine over http too', () => {
  const bucket = (UPLOADS_S3_BUCKET_URL: string) =>
    parseEnv({
      ...BASE,
      UPLOADS_S3_BUCKET_URL,
      UPLOADS_S3_ACCESS_KEY_ID: 'x',
      UPLOADS_S3_SECRET_ACCESS_KEY: 'x',
    })
  for (const bad of ['http://storage.example/studio', 'http://10.0.0.7:9000/studio'])
    expect(() => bucket(bad)).toThrow(/^  UPLOADS_S3_BUCKET_URL: must be https/m)
  for (const good of ['https://storage.example/studio', 'http://127.0.0.1:9000/studio'])
    expect(bucket(good).UPLOADS_S3_BUCKET_URL).toBe(good)
})

test('what stands in for Stripe is spoken to over https, on this machine over http too', () => {
  const base = (STRIPE_API_BASE: string) => parseEnv({ ...BASE, STRIPE_API_BASE })
  for (const bad of ['http://stripe.example', 'http://10.0.0.7:12111'])
    expect(() => base(bad)).toThrow(/^  STRIPE_API_BASE: must be https/m)
  for (const good of ['https://stripe.example', 'http://127.0.0.1:12111', 'http://localhost:12111'])
    expect(base(good).STRIPE_API_BASE).toBe(good)
})

test('one message lists everything that is wrong', () => {
  const attempt = () => parseEnv({ ...BASE, PORT: 'x', HOLD_MINUTES: '-1', DATABASE_URL: 'x' })
  for (const name of ['PORT', 'HOLD_MINUTES', 'DATABASE_URL'])
    expect(attempt).toThrow(new RegExp(`^  ${name}: `, 'm'))
})

test('SECRET_KEY is a list: the first is in use, those behind it are on their way out', () => {
  const [one, two] = ['x'.repeat(32), 'y'.repeat(44)]
  expect(parseEnv(BASE).SECRET_KEY).toEqual([])
  expect(parseEnv({ ...BASE, SECRET_KEY: ` ${one} ,${two},` }).SECRET_KEY).toEqual([one, two])
})

test('decimals of HOLD_MINUTES are minutes', () =>
  expect(parseEnv({ ...BASE, HOLD_MINUTES: '0.2' }).HOLD_MINUTES).toBe(0.2))

describe('payments', () => {
  test('all three secrets lead to Stripe itself', () =>
    expect(parseEnv({ ...BASE, ...STRIPE }).payments).toBe('stripe'))
  test('the sandbox’s keys and address lead to the sandbox', () =>
    expect(parseEnv({ ...BASE, ...SANDBOX }).payments).toBe('sandbox'))

  test.each(Object.keys(STRIPE))('without %s alone it refuses to start', (name) => {
    expect(() => parseEnv({ ...BASE, ...STRIPE, [name]: '' })).toThrow(/together, or none/)
  })

  test('a sandbox key on a public address is refused, unless allowed', () => {
    const site = { ...BASE, ...SANDBOX, SITE_URL: 'https://studio.example' }
    expect(() => parseEnv(site)).toThrow(/SITE_URL is public \(studio\.example\)/)
    expect(parseEnv({ ...site, ALLOW_SANDBOX: '1' }).payments).toBe('sandbox')
    expect(parseEnv({ ...site, SITE_URL: 'http://127.0.0.1:8080' }).payments).toBe('sandbox')
  })

  test('so is another address than Stripe’s, whatever the keys', () => {
    const real = { ...BASE, ...STRIPE, STRIPE_API_BASE: 'https://stripe.example' }
    const site = { ...real, SITE_URL: 'https://studio.example' }
    expect(() => parseEnv(site)).toThrow(/^  STRIPE_API_BASE: .*public \(studio\.example\)/m)
    expect(parseEnv({ ...site, ALLOW_SANDBOX: '1' }).STRIPE_API_BASE).toBe('https://stripe.example')
    expect(parseEnv(real).STRIPE_API_BASE).toBe('https://stripe.example')
  })

  test('an address that the platform gives is public too', () => {
    const preview = { ...BASE, ...SANDBOX, VERCEL_URL: 'studio-preview.example' }
    expect(() => parseEnv(preview)).toThrow(/SITE_URL is public \(studio-preview\.example\)/)
  })

  test('browsers are led to the sandbox by its own keys only', () => {
    expect(parseEnv({ ...BASE, ...SANDBOX }).sandbox).toBe(SANDBOX.STRIPE_API_BASE)
    const { STRIPE_API_BASE } = SANDBOX
    const mixed = Object.keys(STRIPE).map((name) => ({
      ...SANDBOX,
      [name]: STRIPE[name as keyof typeof STRIPE],
    }))
    for (const closed of [
      {},
      STRIPE,
      { STRIPE_API_BASE },
      { ...STRIPE, STRIPE_API_BASE },
      ...mixed,
    ])
      expect(parseEnv({ ...BASE, ...closed }).sandbox).toBeNull()
  })
})
