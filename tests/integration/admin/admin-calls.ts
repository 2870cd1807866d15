import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { createAdmin } from '@/lib/auth/admin-accounts'
import type { Handler } from '@/lib/route'
import { sha256 } from '@/lib/http/request'
import { callRoute } from '@/tests/support/call'
import { truncate } from '@/tests/support/database'

export type Answer<T = Record<string, unknown>> = {
  status: number
  body: T & { message?: string; code?: string; fields?: Record<string, string> }
  headers: Headers
}
type Ask = {
  method?: string
  body?: unknown
  params?: Record<string, string>
  headers?: Record<string, string>
}

/** Calls a handler as the administrator "owner", who is made here. */
export async function ownerCalls(sql: pg.Client) {
  const admin = await createAdmin('owner', 'a password of the tests')
  await truncate(sql, 'audit_log')
  const token = randomBytes(32).toString('base64url')
  await sql.query(
    `INSERT INTO sessions (id, kind, user_id, expires_at) VALUES ($1, 'admin', $2, now() + interval '1 hour')`,
    [sha256(token), admin?.id],
  )
  const ask = async <T = Record<string, unknown>>(
    handler: Handler,
    path: string,
    { headers, ...call }: Ask = {},
  ): Promise<Answer<T>> => {
    const response = await callRoute(handler, path, {
      ...call,
      headers: { cookie: `session=${token}`, ...headers },
    })
    const text = await response.text()
    return {
      status: response.status,
      body: (text ? JSON.parse(text) : {}) as Answer<T>['body'],
      headers: response.headers,
    }
  }
  const audit = async () =>
    (
      await sql.query<{
        actor: string
        action: string
        entity: string
        entity_id: string
        before: unknown
        after: unknown
      }>('SELECT actor, action, entity, entity_id, before, after FROM audit_log ORDER BY id')
    ).rows
  return { ask, audit }
}
