import 'server-only'
import type { Prisma } from '@/lib/db'
import type { TranslatedLocale } from '@/lib/i18n/routing'

/** Those of `change` replaced or, where null, removed. */
export function mergedTranslations(
  stored: Prisma.JsonValue,
  change: Partial<Record<TranslatedLocale, object | null | undefined>>,
): Prisma.InputJsonObject {
  const all = { ...(stored as object), ...change }
  return Object.fromEntries(Object.entries(all).filter(([, words]) => Boolean(words)))
}

declare const ofRow: unique symbol
/** Fields of a row or a form, which a test compares with the words of the log. */
export type RowFields = Prisma.InputJsonObject & { readonly [ofRow]: true }

/** The fields that a change names, decimals and instants as text, for before and after. */
export function pickAuditFields(row: object, change: object = row): RowFields {
  return JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(row).filter(([key]) => key in change))),
  ) as RowFields
}
