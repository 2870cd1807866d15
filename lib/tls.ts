import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import pg from 'pg'

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|::ffff:7f[\da-f]{2}:[\da-f]+)$/

/** A unix socket, localhost or loopback; a private address or a local name is another machine. */
export function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (bare.startsWith('/')) return true
  return isIP(bare) === 0 ? bare === 'localhost' : LOOPBACK.test(bare)
}

// The driver treats these three as verify-full today and announces that a later version will verify
// less for each of them.
const WEAKER_LATER = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/

/**
 * TLS with a certificate that is valid for the host, except on this machine; never falls back to
 * none. Options in the URL take precedence: `sslmode=disable` (no TLS), `sslmode=no-verify` (any
 * certificate), `sslmode=verify-full` (TLS here too), `sslrootcert=<file>` (a private authority).
 */
export function postgresOptions(url: string): {
  connectionString: string
  ssl?: { rejectUnauthorized: true }
} {
  const isLibpq = /[?&]uselibpqcompat=true(&|$)/.test(url)
  const connectionString = isLibpq ? url : url.replace(WEAKER_LATER, '$1verify-full')
  // The driver's own parsing of the URL: a host can also be in its query or be left out.
  const { host } = new pg.Client({ connectionString })
  return { connectionString, ...(!isThisMachine(host) && { ssl: { rejectUnauthorized: true } }) }
}

/** What is wrong with a URL that the driver cannot read; null for any other. Never quotes it. */
export function databaseUrlFault(url: string): string | null {
  try {
    postgresOptions(url)
    return null
  } catch (error) {
    // A certificate's file.
    if ((error as NodeJS.ErrnoException).syscall) return (error as Error).message
    return 'cannot be read: in its user and password write % as %25, @ as %40, : as %3A, / as %2F, # as %23, ? as %3F'
  }
}

/**
 * `smtps://` is TLS from the first byte, `smtp://` switches to it (STARTTLS) before anything else,
 * except on this machine. Options in the URL take precedence: `?requireTLS=false` (only when the
 * server offers it), `?requireTLS=true` (TLS here too), `?tls.rejectUnauthorized=false` (any
 * certificate), `?sslrootcert=<file>` (only these authorities). Throws when that file cannot be
 * read.
 */
export function smtpOptions(url: string): {
  url: string
  requireTLS?: true
  tls?: { ca: Buffer }
} {
  const { hostname, searchParams } = new URL(url)
  const authorities = searchParams.get('sslrootcert')
  return {
    url,
    ...((authorities !== null || !isThisMachine(hostname)) && { requireTLS: true }),
    ...(authorities !== null && { tls: { ca: readFileSync(authorities) } }),
  }
}

const REFUSALS = /^(P1011|TlsConnectionError|ERR_TLS_CERT_ALTNAME_\w+|CERT_\w+|\w+_CERT(_\w+)?)$/
const REFUSAL_TEXT = /does not support SSL connections|establishing an SSL connection/

/** How to fix a database connection that failed because of TLS, in one sentence; otherwise null. */
export function databaseTlsHint(error: unknown): string | null {
  const codes: string[] = []
  const texts: string[] = []
  let inner = error as Record<string, unknown> | null | undefined
  for (let depth = 0; inner && depth < 12; depth++) {
    for (const key of ['code', 'kind']) codes.push(String(inner[key] ?? ''))
    texts.push(String(inner.message ?? ''), String(inner.reason ?? ''))
    const meta = inner.meta as { driverAdapterError?: unknown } | undefined
    inner = (inner.cause ?? meta?.driverAdapterError) as typeof inner
  }
  const isTls =
    codes.some((code) => REFUSALS.test(code)) || texts.some((text) => REFUSAL_TEXT.test(text))
  return isTls
    ? 'The database of DATABASE_URL offers no TLS, or its certificate is not trusted. Add ' +
        'sslrootcert=<file> to the URL for a certificate authority of your own, or ' +
        'sslmode=disable on a network where nobody can listen (docs/security.md).'
    : null
}
