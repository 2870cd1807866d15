import 'server-only'
import * as z from 'zod/mini'
import type { ZodMiniType, output } from 'zod/mini'
import type { ContentTag } from '@/lib/cache/content-versions'
import { expireContent } from '@/lib/cache/expire'
import type { Locale } from '@/lib/i18n/routing'
import { idText, version } from '@/lib/text'
import type { Role } from '@/lib/roles'
import { json, method, noContent } from './route'

type Shape = ZodMiniType<unknown, unknown>

/** A page of a list; `nextCursor` is where the next page begins, null on the last. */
export type Page<Row, Cursor extends number | string = number> = {
  rows: Row[]
  nextCursor: Cursor | null
}

/** `rows` are sorted by descending id and include one row of the next page. */
export const pageById = <Row extends { id: number }, Shown>(
  rows: readonly Row[],
  limit: number,
  toShown: (row: Row) => Shown,
): Page<Shown> => ({
  rows: rows.slice(0, limit).map(toShown),
  nextCursor: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null,
})

type List<Q extends Shape> = {
  access: Role
  query: Q
  list: (question: output<Q>, locale: Locale) => Promise<Page<unknown, number | string>>
}

/** GET of a list, page by page: the rows are the body, the next page's cursor is X-Next-Cursor. */
export const adminList = <Q extends Shape>({ access, query, list }: List<Q>) =>
  method({
    access,
    query,
    async handle({ query: question, locale }) {
      const { rows, nextCursor } = await list(question as output<Q>, locale)
      const response = json(rows)
      if (nextCursor !== null) response.headers.set('X-Next-Cursor', String(nextCursor))
      return response
    },
  })

export const byId = z.object({ id: idText() })

type Proof<P extends Shape, B extends Shape> =
  true | ((call: { body: output<B>; params: output<P> }) => boolean | Promise<boolean>)

type Caller = { version: string | undefined; actor: string; role: Role; now: Date; locale: Locale }

type Change<P extends Shape, B extends Shape> = {
  access: Role
  params: P
  body: B
  change: (call: output<P> & Caller & { body: Omit<output<B>, 'version'> }) => Promise<unknown>
  proof?: Proof<P, B>
  expires?: ContentTag
}

/** PATCH of one row, refused when somebody else has changed it since `version`. Answers with the row. */
export const adminChange = <
  P extends Shape,
  B extends ZodMiniType<{ version?: string | undefined }, unknown>,
>({
  access,
  params,
  body,
  change,
  proof,
  expires,
}: Change<P, B>) =>
  method({
    access,
    ...(proof && { proof: proof as Proof<Shape, Shape> }),
    params,
    body,
    async handle(call) {
      const { version: seen, ...changed } = call.body as output<B>
      const row = await change({
        ...(call.params as output<P> & object),
        body: changed as Omit<output<B>, 'version'>,
        version: seen,
        actor: call.admin.username,
        role: call.admin.role,
        now: new Date(),
        locale: call.locale,
      })
      if (expires) expireContent(expires)
      return json(row)
    },
  })

type Removal<P extends Shape> = {
  access: Role
  params: P
  remove: (call: output<P> & Caller) => Promise<void>
  proof?: true
  expires?: ContentTag
}

/** DELETE of one row, refused when somebody else has changed it since `version`. */
export const adminRemoval = <P extends Shape>({
  access,
  params,
  remove,
  proof,
  expires,
}: Removal<P>) =>
  method({
    access,
    ...(proof && { proof }),
    params,
    body: z.object({ version: version() }),
    async handle(call) {
      await remove({
        ...(call.params as output<P> & object),
        version: call.body.version,
        actor: call.admin.username,
        role: call.admin.role,
        now: new Date(),
        locale: call.locale,
      })
      if (expires) expireContent(expires)
      return noContent()
    },
  })
