import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { mergedTranslations, pickAuditFields } from '@/lib/audit/changes'
import { transaction, type Prisma, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { toItem, toPost } from './queries'
import { missingOfQuote, slugOf, type PortfolioItem, type Post } from './rules'
import type { ItemChange, NewItem, NewPost, PostChange } from './schema'

type Change<Body> = { id: number; body: Body; version: string | undefined; actor: string }
type Removal = Omit<Change<never>, 'body'>

// New items and posts are added one after the other: two at once would get the same position, or
// the same address.
const CONTENT_LOCK = 7_270_740
const oneByOne = (tx: Tx) => tx.$executeRaw`SELECT pg_advisory_xact_lock(${CONTENT_LOCK})`

async function lockedItem(tx: Tx, id: number, version: string | undefined) {
  await tx.$queryRaw`SELECT 1 FROM portfolio_items WHERE id = ${id} FOR UPDATE`
  const row = await tx.portfolioItem.findUnique({ where: { id } })
  if (!row) throw new Problem('not_found')
  assertVersion(row, version)
  return row
}

function assertQuoted(item: Parameters<typeof missingOfQuote>[0]): void {
  const missing = missingOfQuote(item)
  if (missing) throw new Problem('invalid_request', { fields: { [missing]: 'required' } })
}

/** Throws invalid_request (a quote without a name). */
export async function addItem({
  body,
  actor,
}: {
  body: NewItem
  actor: string
}): Promise<PortfolioItem> {
  return transaction(async (tx) => {
    await oneByOne(tx)
    assertQuoted(body)
    const first = await tx.portfolioItem.aggregate({ _min: { position: true } })
    const { translations, ...rest } = body
    const data = {
      ...rest,
      soundPeaks: rest.soundUrl === null ? null : rest.soundPeaks,
      position: (first._min.position ?? 1) - 1,
      translations: mergedTranslations({}, translations ?? {}),
    }
    const row = await tx.portfolioItem.create({ data })
    await recordChange(tx, {
      actor,
      action: 'create',
      entity: 'portfolio_item',
      entityId: row.id,
      before: null,
      after: pickAuditFields(body),
    })
    return toItem(row)
  })
}

/** `position` from 1. Throws not_found, version_conflict, invalid_request (a quote without a name). */
export async function changeItem({
  id,
  body,
  version,
  actor,
}: Change<ItemChange>): Promise<PortfolioItem> {
  return transaction(async (tx) => {
    await oneByOne(tx)
    const row = await lockedItem(tx, id, version)
    const { translations, position, ...data } = body
    const { quote = row.quote, quoteName = row.quoteName, quoteShow = row.quoteShow } = data
    assertQuoted({ quote, quoteName, quoteShow })
    const { soundUrl = row.soundUrl } = data
    const { soundPeaks = data.soundUrl === undefined ? row.soundPeaks : null } = data
    const update: Prisma.PortfolioItemUpdateInput = {
      ...data,
      // A waveform is of the recording that it came with.
      soundPeaks: soundUrl === null ? null : soundPeaks,
      ...(translations && { translations: mergedTranslations(row.translations, translations) }),
    }
    const after = await tx.portfolioItem.update({ where: { id }, data: update })
    if (position !== undefined) await moveItem(tx, id, position)
    const before = {
      ...pickAuditFields(row, body),
      ...(position !== undefined && { position: row.position }),
    }
    await recordChange(tx, {
      actor,
      action: 'update',
      entity: 'portfolio_item',
      entityId: id,
      before,
      after: pickAuditFields(body),
    })
    return toItem(after)
  })
}

async function moveItem(tx: Tx, id: number, position: number): Promise<void> {
  const rows = await tx.portfolioItem.findMany({
    select: { id: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  const order = rows.map((row) => row.id).filter((other) => other !== id)
  order.splice(position - 1, 0, id)
  // Not through Prisma: it would update `updated_at` of all rows, and administrators who edit
  // another item would get a conflict.
  await tx.$executeRaw`
    UPDATE portfolio_items SET position = placed.position
      FROM unnest(${order}::int[]) WITH ORDINALITY AS placed(id, position)
    WHERE portfolio_items.id = placed.id AND portfolio_items.position IS DISTINCT FROM placed.position`
}

/** Throws not_found, version_conflict. */
export async function removeItem({ id, version, actor }: Removal): Promise<void> {
  await transaction(async (tx) => {
    const row = await lockedItem(tx, id, version)
    await tx.portfolioItem.delete({ where: { id } })
    await recordChange(tx, {
      actor,
      action: 'delete',
      entity: 'portfolio_item',
      entityId: id,
      before: pickAuditFields(row),
      after: null,
    })
  })
}

async function lockedPost(tx: Tx, id: number, version: string | undefined) {
  await tx.$queryRaw`SELECT 1 FROM blog_posts WHERE id = ${id} FOR UPDATE`
  const row = await tx.blogPost.findUnique({ where: { id } })
  if (!row) throw new Problem('not_found')
  assertVersion(row, version)
  return row
}

/** Its address is made from the title; dated `now` when published. */
export async function addPost({
  body,
  actor,
  now,
}: {
  body: NewPost
  actor: string
  now: Date
}): Promise<Post> {
  return transaction(async (tx) => {
    await oneByOne(tx)
    const wanted = slugOf(body.title)
    const taken = await tx.blogPost.findMany({
      where: { slug: { startsWith: wanted } },
      select: { slug: true },
    })
    const slug = freeSlug(wanted, new Set(taken.map((post) => post.slug)))
    const { translations, ...rest } = body
    const data = {
      ...rest,
      slug,
      publishedAt: body.published ? now : null,
      translations: mergedTranslations({}, translations ?? {}),
    }
    const row = await tx.blogPost.create({ data })
    await recordChange(tx, {
      actor,
      action: 'create',
      entity: 'blog_post',
      entityId: row.id,
      before: null,
      after: pickAuditFields({ ...body, slug }),
    })
    return toPost(row)
  })
}

function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  for (let number = 2; ; number++)
    if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`
}

/** Not its address; dated `now` when first published. Throws not_found, version_conflict. */
export async function changePost({
  id,
  body,
  version,
  actor,
  now,
}: Change<PostChange> & { now: Date }): Promise<Post> {
  return transaction(async (tx) => {
    const row = await lockedPost(tx, id, version)
    const { translations, ...data } = body
    const update: Prisma.BlogPostUpdateInput = { ...data }
    if (body.published && !row.publishedAt) update.publishedAt = now
    if (translations) update.translations = mergedTranslations(row.translations, translations)
    const after = await tx.blogPost.update({ where: { id }, data: update })
    await recordChange(tx, {
      actor,
      action: 'update',
      entity: 'blog_post',
      entityId: id,
      before: pickAuditFields(row, body),
      after: pickAuditFields(body),
    })
    return toPost(after)
  })
}

/** Throws not_found, version_conflict. */
export async function removePost({ id, version, actor }: Removal): Promise<void> {
  await transaction(async (tx) => {
    const row = await lockedPost(tx, id, version)
    await tx.blogPost.delete({ where: { id } })
    await recordChange(tx, {
      actor,
      action: 'delete',
      entity: 'blog_post',
      entityId: id,
      before: pickAuditFields(row),
      after: null,
    })
  })
}
