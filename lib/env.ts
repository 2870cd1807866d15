import * as z from 'zod'
import { isIP } from 'node:net'
import { PASSWORD_MAX, PASSWORD_MIN, USERNAME, withoutLineEnd } from '@/lib/credentials'
import { databaseUrlFault } from '@/lib/tls'

/**
 * A variable that is set but blank counts as unset (.env.example). Secrets that come from files often end
 * with a line end, and other values with blanks; a blank may be part of a password.
 */
const given = (source: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(source).flatMap(([name, value = '']) =>
      value.trim() === ''
        ? []
        : [[name, name === 'ADMIN_PASSWORD' ? withoutLineEnd(value) : value.trim()]],
    ),
  )

const port = (fallback: number) => z.coerce.number().int().min(1).max(65535).default(fallback)
const positive = (fallback: number) => z.coerce.number().positive().finite().default(fallback)
const SECRET_KEY_MIN = 32
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const isTlsOrHere = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || LOCAL_HOST.test(hostname)

/** Pages, calls and links begin at the root of a host. */
function isRoot(text: string): boolean {
  if (!URL.canParse(text)) return true // said already
  const { origin, href } = new URL(text)
  return href === `${origin}/`
}

const isSandboxKey = (key: string | undefined): boolean => key?.endsWith('_sandbox') ?? false

const stripeSecretsOf = (value: {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
}) => [value.STRIPE_SECRET_KEY, value.STRIPE_PUBLISHABLE_KEY, value.STRIPE_WEBHOOK_SECRET]

type Address = { SITE_URL?: string | undefined; VERCEL_URL?: string | undefined; PORT: number }

const siteOf = ({ SITE_URL, VERCEL_URL, PORT }: Address): string =>
  SITE_URL ?? (VERCEL_URL ? `https://${VERCEL_URL}` : `http://localhost:${PORT}`)

const shape = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
    PORT: port(3000),
    LISTEN_ADDRESS: z
      .string()
      .refine((text) => isIP(text) !== 0, 'must be an address such as 127.0.0.1')
      .optional(),
    SITE_URL: z
      .url({ protocol: /^https?$/ })
      .refine(isRoot, 'must be the root of a host, as https://studio.example')
      .optional(),
    STUDIO_DATA_DIR: z.string().default('.studio'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
      .superRefine((url, context) => {
        const message = databaseUrlFault(url)
        if (message) context.addIssue({ code: 'custom', message })
      }),
    DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_/, 'must start with sk_ or rk_')
      .optional(),
    STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must start with pk_').optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_/, 'must start with whsec_')
      .optional(),
    STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
    ALLOW_SANDBOX: z.literal(['0', '1']).default('0'),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().default('hello@studio.example'),
    ADMIN_USERNAME: z
      .string()
      .trim()
      .toLowerCase()
      .regex(USERNAME, 'must be 3 to 72 letters, digits or . _ @ + -')
      .optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`)
      .max(PASSWORD_MAX, `must have at most ${PASSWORD_MAX} characters`)
      .optional(),
    HOLD_MINUTES: positive(15),
    RATE_LIMIT_SCALE: positive(1),
    // Several while a key is being replaced: the first encrypts, all decrypt.
    SECRET_KEY: z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((key) => key.trim())
          .filter((key) => key !== ''),
      )
      .refine((keys) => keys.every((key) => key.length >= SECRET_KEY_MIN), {
        error: `each key must have at least ${SECRET_KEY_MIN} characters`,
      }),
    CRON_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    DISK_FREE_MIN_MB: z.coerce.number().int().min(0).max(1_000_000_000).default(500),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
    UPLOADS_S3_BUCKET_URL: z.url({ protocol: /^https?$/ }).optional(),
    UPLOADS_S3_ACCESS_KEY_ID: z.string().optional(),
    UPLOADS_S3_SECRET_ACCESS_KEY: z.string().optional(),
    UPLOADS_S3_REGION: z.string().default('auto'),
    VERCEL: z.string().optional(),
    VERCEL_URL: z.string().optional(),
  })
  .superRefine((value, context) => {
    const secrets = stripeSecretsOf(value)
    const present = secrets.filter(Boolean).length
    if (present > 0 && present < 3)
      context.addIssue({
        code: 'custom',
        path: ['STRIPE_SECRET_KEY'],
        message:
          'set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET together, or none of them',
      })
    const uploads = [
      value.UPLOADS_S3_BUCKET_URL,
      value.UPLOADS_S3_ACCESS_KEY_ID,
      value.UPLOADS_S3_SECRET_ACCESS_KEY,
    ].filter(Boolean).length
    if (uploads > 0 && uploads < 3)
      context.addIssue({
        code: 'custom',
        path: ['UPLOADS_S3_BUCKET_URL'],
        message:
          'set UPLOADS_S3_BUCKET_URL, UPLOADS_S3_ACCESS_KEY_ID and ' +
          'UPLOADS_S3_SECRET_ACCESS_KEY together, or none of them',
      })
    const bucket = value.UPLOADS_S3_BUCKET_URL ?? 'https://'
    // Requests are signed, but pictures and signatures would travel in plain text.
    if (URL.canParse(bucket) && !isTlsOrHere(new URL(bucket)))
      context.addIssue({
        code: 'custom',
        path: ['UPLOADS_S3_BUCKET_URL'],
        message: 'must be https, unless the bucket is on this machine',
      })
    const stripe = value.STRIPE_API_BASE ?? 'https://'
    // The secret key is sent there with every call.
    if (URL.canParse(stripe) && !isTlsOrHere(new URL(stripe)))
      context.addIssue({
        code: 'custom',
        path: ['STRIPE_API_BASE'],
        message: 'must be https, unless it is on this machine',
      })
    const site = siteOf(value)
    const host = URL.canParse(site) ? new URL(site).hostname : 'localhost'
    if (LOCAL_HOST.test(host) || value.ALLOW_SANDBOX === '1') return
    const butPublic = `but SITE_URL is public (${host})`
    if (secrets.some(isSandboxKey))
      context.addIssue({
        code: 'custom',
        path: ['STRIPE_SECRET_KEY'],
        message: `is a sandbox key, ${butPublic}: use real keys, or set ALLOW_SANDBOX=1`,
      })
    // The server at this address decides what counts as paid.
    if (value.STRIPE_API_BASE)
      context.addIssue({
        code: 'custom',
        path: ['STRIPE_API_BASE'],
        message: `is not Stripe, ${butPublic}: leave it blank, or set ALLOW_SANDBOX=1`,
      })
  })

// Of this machine, the platform or the first start.
const NOT_KEPT = new Set(
  'NODE_ENV PORT LISTEN_ADDRESS DATABASE_URL ADMIN_USERNAME ADMIN_PASSWORD VERCEL VERCEL_URL'.split(
    ' ',
  ),
)
/** What a site that is put up elsewhere needs as it was; a backup names those that were set. */
export const KEPT_VARIABLES = [...Object.keys(shape.shape), 'OTEL_EXPORTER_OTLP_HEADERS'].filter(
  (name) => !NOT_KEPT.has(name),
)

export type Env = Omit<z.infer<typeof shape>, 'SITE_URL'> & {
  SITE_URL: string
  /** Where payments go: Stripe itself, the local sandbox, or nowhere. */
  payments: 'stripe' | 'sandbox' | 'off'
  /** The address of the sandbox for browsers; null unless all three keys are the sandbox's. */
  sandbox: string | null
}

/** Parses an environment (all strings). Throws one Error that lists every bad variable. */
export function parseEnv(source: NodeJS.ProcessEnv): Env {
  const result = shape.safeParse(given(source))
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not usable:\n${lines.join('\n')}`)
  }
  const value = result.data
  return {
    ...value,
    SITE_URL: new URL(siteOf(value)).origin,
    payments: !value.STRIPE_SECRET_KEY ? 'off' : value.STRIPE_API_BASE ? 'sandbox' : 'stripe',
    sandbox: (stripeSecretsOf(value).every(isSandboxKey) && value.STRIPE_API_BASE) || null,
  }
}

let parsed: Env | undefined

/** The only reader of process.env in the application. Throws like parseEnv. */
export function env(): Env {
  return (parsed ??= parseEnv(process.env))
}
