import 'server-only'
import { NextResponse, type NextRequest } from 'next/server'
import { connection } from 'next/server'
import type * as z from 'zod/mini'
import type { ZodMiniType, output } from 'zod/mini'
import { asCaller } from './caller'
import { isDatabaseAway, usedCode } from '@/lib/database-errors'
import { hasSentence } from '@/lib/i18n/has-sentence'
import { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { logFailure } from '@/lib/outage'
import { type ErrorSentence, Problem } from '@/lib/problem'
import { mayAs, type Role } from '@/lib/roles'
import { CALLS, callerOf, countHere } from './count-here'
import { withIdempotencyKey } from './idempotency'
import { hitFrom, type Limit } from './rate-limit'
import {
  assertSameOrigin,
  clientAddress,
  isOnOurServer,
  LENGTH_HEADER,
  readJson,
  requestIdOf,
  requestLocale,
  visitorOf,
  type Visitor,
} from './request'
import { isStorable } from '@/lib/text'

type Shape = ZodMiniType<unknown, unknown>
type Parsed<S> = S extends Shape ? output<S> : undefined
/** 'public', 'self', or the least role that may call. */
type Access = 'public' | 'self' | Role

export type AdminName = { id: number; username: string }
export type Admin = AdminName & { role: Role }
/** What lib/route.ts supplies from lib/auth. */
type Accounts = {
  /** Null when nobody is signed in; `proven`: who they are was proven in the last ten minutes. */
  adminOf: (request: NextRequest) => Promise<(Admin & { proven: boolean }) | null>
  /** How they can prove it once more. */
  waysOf: (admin: AdminName) => Promise<readonly string[]>
  /** A proof of identity has just given the session of this request another token. */
  wasReplaced: (request: NextRequest) => Promise<boolean>
}
type Call<B, P> = { body: B; params: P }

export type RouteContext<B = undefined, P = undefined, Q = undefined, A extends Access = Access> = {
  request: NextRequest
  body: B
  params: P
  query: Q
  locale: Locale
  address: string
  visitor: Visitor
  /** Set when access is a role's; with `sees`, when an administrator of that role is signed in. */
  admin: A extends Role ? Admin : Admin | null
}

type Method<B, P, Q, A extends Access = Access> = {
  /** 'self': the handler authenticates the caller (a signature, the cron secret); no origin check. */
  access: A
  /** The least role for some calls, where it is higher than `access`. */
  least?: (call: Call<Parsed<B>, Parsed<P>>) => Role
  /** Of a public method: an administrator is seen from this role up; to it, others are visitors. */
  sees?: Role
  /** The administrator must have proven who they are in the last ten minutes; or for which calls. */
  proof?: true | ((call: Call<Parsed<B>, Parsed<P>>) => boolean | Promise<boolean>)
  /**
   * An administrator's call that makes something: sent again with the same Idempotency-Key it gets the
   * first answer, which is kept under this name, and makes nothing.
   */
  once?: string
  /**
   * Of a method that gives the session another token: what the same call is answered that comes once more
   * with the one before, because the answer was lost. Null: it is another call, and nobody is signed in.
   */
  again?: (call: {
    request: NextRequest
    body: Parsed<B>
    address: string
  }) => Promise<Response | null>
  /** For each address; its network has three times as much. */
  limit?: Limit
  /** Throws what is refused whatever the body says, which is then not read. */
  before?: (call: { request: NextRequest; params: Parsed<P> }) => void | Promise<void>
  body?: B
  params?: P
  query?: Q
  /** The names of the query that are a list, however often they come; of any other the last counts. */
  lists?: readonly string[]
  handle(context: RouteContext<Parsed<B>, Parsed<P>, Parsed<Q>, A>): Promise<Response>
}

type NextContext = { params: Promise<Record<string, string | string[]>> }
export type Handler = ((request: NextRequest, context: NextContext) => Promise<Response>) & {
  viaRoute: true
  method: MethodName | 'OPTIONS'
  /** The declared shapes; undefined where the method declares none. */
  spec: Method<Shape, Shape, Shape> | undefined
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type MethodName = (typeof METHODS)[number]

export const method = <
  const A extends Access,
  B extends Shape | undefined = undefined,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
>(
  spec: Method<B, P, Q, A>,
) => spec as unknown as Method<Shape, Shape, Shape>

/**
 * Builds all route handlers, given who is signed in (lib/route.ts): the network's call limit,
 * origin, access, the address's shape, the rate limit, what needs no body, the body's type, size
 * and shape, and a recent proof of identity are checked in that order before `handle` runs;
 * whatever it throws becomes the common error body. Methods that are not declared answer 405, and
 * OPTIONS lists those that are.
 */
export const routeWith =
  (accounts: Accounts) =>
  (
    methods: Partial<Record<MethodName, Method<Shape, Shape, Shape>>>,
  ): Record<MethodName | 'OPTIONS', Handler> => {
    const allowed = METHODS.filter((name) => methods[name]).flatMap((name) =>
      name === 'GET' ? ['GET', 'HEAD'] : [name],
    )
    const build = (name: MethodName): Handler => {
      const calls = countHere(CALLS)
      return Object.assign(
        async (request: NextRequest, context: NextContext) => {
          await connection() // Never prerendered: every answer here is current.
          const requestId = requestIdOf(request)
          const locale = requestLocale(request)
          let response: Response
          try {
            const spec = methods[name]
            if (!spec)
              throw new Problem('method_not_allowed', { headers: { Allow: allowed.join(', ') } })
            // Before anything is read. Methods that authenticate the caller themselves are called
            // by services.
            if (spec.access !== 'self') refuseAfter(calls(callerOf(clientAddress(request))))
            response = await run(spec, request, context, { locale, accounts })
          } catch (error) {
            const isChange = Boolean(leastRole(methods[name]?.access)) && !isReading(request)
            response = answer(error, isChange ? 'gone' : 'not_found', { locale, requestId })
          }
          response.headers.set('X-Request-Id', requestId)
          if (!response.headers.has('Cache-Control'))
            response.headers.set('Cache-Control', 'no-store')
          return response
        },
        { viaRoute: true as const, method: name, spec: methods[name] },
      )
    }
    const handlers = Object.fromEntries(METHODS.map((name) => [name, build(name)])) as Record<
      MethodName,
      Handler
    >
    // Next's own answer would list every exported method, declared or not.
    const OPTIONS: Handler = Object.assign(
      async () => {
        await connection()
        const headers = { Allow: [...allowed, 'OPTIONS'].join(', '), 'Cache-Control': 'no-store' }
        return new Response(null, { status: 204, headers })
      },
      { viaRoute: true as const, method: 'OPTIONS' as const, spec: undefined },
    )
    return { ...handlers, OPTIONS }
  }

async function run(
  spec: Method<Shape, Shape, Shape>,
  request: NextRequest,
  context: NextContext,
  { locale, accounts }: { locale: Locale; accounts: Accounts },
) {
  // An administrator's reads are checked like their changes: no other site may cause them.
  const least = leastRole(spec.access)
  if (least || (spec.access === 'public' && !isReading(request))) assertSameOrigin(request)
  const signedIn = least || spec.sees ? await accounts.adminOf(request) : null
  if (least && !signedIn) {
    const again = await answerAgain(spec, request, accounts)
    if (again) return again
  }
  if (least) assertRole(signedIn, least)
  const admin = signedIn && mayAs(signedIn.role, least ?? spec.sees ?? 'owner') ? signedIn : null
  // An id that cannot exist is not found; a bad query or body names its fields.
  const params = spec.params ? parse(spec.params, await context.params, 'not_found') : undefined
  const query = spec.query
    ? parse(spec.query, queryOf(request.nextUrl.searchParams, spec.lists), 'invalid_request')
    : undefined
  // Counted before the body is read: a request refused for its body has cost as much.
  const address = clientAddress(request)
  if (spec.limit) refuseAfter(await hitFrom(spec.limit, address))
  await spec.before?.({ request, params })
  const body = spec.body ? parse(spec.body, await readJson(request), 'invalid_request') : undefined
  if (spec.least) assertRole(admin, spec.least({ body, params }))
  await assertProven(spec, { body, params }, admin, accounts)
  const handle = () =>
    spec.handle({
      request,
      body,
      params,
      query,
      locale,
      address,
      admin,
      visitor: visitorOf(request),
    })
  const { once } = spec
  const work = () =>
    once !== undefined && admin
      ? firstAnswer({ endpoint: once, body: { params, body } }, request, admin, handle)
      : handle()
  // Only these can write into the audit log; the others need not wait for its key.
  return least || !isReading(request) ? asCaller(address, work) : work()
}

async function answerAgain(
  { again, body: shape }: Method<Shape, Shape, Shape>,
  request: NextRequest,
  { wasReplaced }: Accounts,
): Promise<Response | null> {
  // Nothing is read of whoever was not signed in a moment ago.
  if (!again || !(await wasReplaced(request))) return null
  const body = shape ? parse(shape, await readJson(request), 'invalid_request') : undefined
  return again({ request, body, address: clientAddress(request) })
}

async function firstAnswer(
  question: { endpoint: string; body: Call<unknown, unknown> },
  request: NextRequest,
  { id }: Admin,
  handle: () => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get('idempotency-key')
  const asked = { ...question, key, email: null, visitorToken: String(id), hasCookie: true }
  const { status, body } = await withIdempotencyKey(asked, async (visitorToken) => {
    const response = await handle()
    return { status: response.status, body: await response.json(), visitorToken }
  })
  return json(body, status)
}

const leastRole = (access: Access = 'public'): Role | null =>
  access === 'public' || access === 'self' ? null : access

function assertRole(admin: Admin | null, least: Role): asserts admin is Admin {
  if (!admin) throw new Problem('unauthorized')
  if (!mayAs(admin.role, least)) throw new Problem('not_allowed')
}

async function assertProven(
  { proof }: Method<Shape, Shape, Shape>,
  call: Call<unknown, unknown>,
  admin: (AdminName & { proven: boolean }) | null,
  { waysOf }: Accounts,
): Promise<void> {
  if (proof === undefined || admin?.proven) return
  if (proof !== true && !(await proof(call))) return
  if (!admin) throw new Problem('unauthorized')
  throw new Problem('proof_required', { data: { ways: await waysOf(admin) } })
}

function refuseAfter(retryAfter: number): void {
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
}

const isReading = ({ method }: NextRequest): boolean => method === 'GET' || method === 'HEAD'

const queryOf = (sent: URLSearchParams, lists: readonly string[] = []) =>
  Object.fromEntries([...sent, ...lists.map((name) => [name, sent.getAll(name)] as const)])

function parse(shape: Shape, value: unknown, code: 'invalid_request' | 'not_found'): unknown {
  const result = shape.safeParse(value)
  const fields = result.success ? unstorableFields(result.data) : fieldsOf(result.error)
  if (result.success && Object.keys(fields).length === 0) return result.data
  throw code === 'not_found' ? new Problem(code) : new Problem(code, { fields })
}

function fieldsOf({ issues }: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[String(issue.path[0] ?? 'body')] ??= issue.message
  return fields
}

/**
 * With text that the database cannot store, at any depth. Checked here and not in each shape,
 * because a shape that forgot it would cause a 500.
 */
const unstorableFields = (data: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data ?? {})
      .filter(([, value]) => !isStorable(value))
      .map(([name]) => [name, 'control']),
  )

/** Validates a body whose shape depends on the address. Throws invalid_request with the fields. */
export const parsed = <T>(shape: ZodMiniType<T, unknown>, body: unknown): T =>
  parse(shape, body, 'invalid_request') as T

type Asked = { locale: Locale; requestId: string }

/**
 * The error body of docs/decisions/020 A6 for what was thrown, in the visitor's language. `missing`:
 * what is said where nothing is.
 */
function answer(error: unknown, missing: ErrorSentence, { locale, requestId }: Asked): Response {
  const problem = asProblem(error)
  if (problem.status >= 500) logFailure({ requestId }, problem.code, error)
  const t = translator(locale, 'errors')
  const { fields, values, retryAfter, headers, data, sentence } = problem.details
  const text = (name: string) => {
    const key = `fields.${name}`
    return hasSentence(t, key) ? t(key, values) : t('fields.invalid')
  }
  const body = {
    ...data,
    message: t(sentence ?? (problem.code === 'not_found' ? missing : problem.code), values),
    code: problem.code,
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).map(([name, key]) => [name, text(key)])),
    }),
  }
  const wait = retryAfter ?? (problem.status === 503 ? 5 : undefined)
  return json(body, problem.status, {
    ...headers,
    ...(wait && { 'Retry-After': String(wait) }),
  })
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const used = usedCode(error)
  if (used) return new Problem('invalid_request', { sentence: used, fields: { code: used } })
  return new Problem(isDatabaseAway(error) ? 'unavailable' : 'internal')
}

/** With its length: the server compresses an answer of unknown length however short it is. */
export function json(
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): NextResponse {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const length = String(bytes.length)
  return new NextResponse(bytes, {
    status,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'Content-Length': length,
      ...(isOnOurServer() && { [LENGTH_HEADER]: length }),
    },
  })
}

export const noContent = (): Response => new Response(null, { status: 204 })
