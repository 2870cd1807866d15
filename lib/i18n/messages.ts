import { createTranslator } from 'next-intl'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { forMissing } from './missing'
import type { Locale } from './routing'

type Messages = typeof en
const dictionaries: Record<Locale, Messages> = { en, ms: ms as Messages, zh: zh as Messages }

const make = <N extends keyof Messages & string>(locale: Locale, namespace: N) =>
  createTranslator({
    locale,
    messages: dictionaries[locale],
    namespace,
    timeZone: 'Asia/Kuala_Lumpur',
    ...forMissing,
  })

// Each keeps the sentences and formats that it has read.
const made = new Map<string, unknown>()

/** Outside React, for API answers and mail: `translator('ms', 'errors')('not_found')`. */
export function translator<N extends keyof Messages & string>(
  locale: Locale,
  namespace: N,
): ReturnType<typeof make<N>> {
  const key = `${locale} ${namespace}`
  const known = made.get(key) ?? make(locale, namespace)
  made.set(key, known)
  return known as ReturnType<typeof make<N>>
}
