import 'server-only'
import { env } from '@/lib/env'
import type { AdminName } from '@/lib/http/route'
import { pool } from '@/lib/pool'
import { Problem } from '@/lib/problem'

/** ADMIN_PASSWORD would soon be guessed: a sentence for whoever starts the server. */
export class WeakFirstPassword extends Error {
  constructor() {
    super(
      'ADMIN_PASSWORD is too easy to guess (a common password, or made of the username, the ' +
        'studio’s name or its address): set another one.',
    )
    this.name = 'WeakFirstPassword'
  }
}

/**
 * The administrator made from ADMIN_USERNAME and ADMIN_PASSWORD when there is none yet; otherwise
 * null. Never touches an account: a password changed later must survive a restart. Throws
 * WeakFirstPassword.
 */
export async function ensureFirstAdmin(): Promise<AdminName | null> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = env()
  if (!username || !password || (await hasAdmin())) return null
  // Loaded once in a site's life: what hashes passwords must not delay every other start.
  const { createAdmin } = await import('./admin-accounts')
  return createAdmin(username, password).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'invalid_request'
      ? new WeakFirstPassword()
      : error
  })
}

async function hasAdmin(): Promise<boolean> {
  const { rowCount } = await pool().query('SELECT 1 FROM users LIMIT 1')
  return rowCount !== 0
}
