import 'server-only'
import type { Prisma } from '@/lib/db'
import type { TranslatedLocale } from '@/lib/i18n/routing'

// What every change that an admin makes to a row has in common.

/** The stored translations with those of `change` put in place or, where null, taken out. */
export function mergedTranslations(
  stored: Prisma.JsonValue,
  change: Partial<Record<TranslatedLocale, object | null | undefined>>,
): Prisma.InputJsonObject {
  const all = { ...(stored as object), ...change }
  return Object.fromEntries(Object.entries(all).filter(([, words]) => Boolean(words)))
}

/**
 * Of a row only what a change names, decimals and instants as text: for the audit log's before and
 * after.
 */
export function named(row: object, change: object = row): Prisma.InputJsonObject {
  return JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(row).filter(([key]) => key in change))),
  ) as Prisma.InputJsonObject
}
