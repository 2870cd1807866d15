import { createTranslator } from 'next-intl'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import type { Locale } from './routing'

type Messages = typeof en
const dictionaries: Record<Locale, Messages> = { en, ms: ms as Messages, zh: zh as Messages }

/** Outside React, for API answers and mail: `translator('ms', 'errors')('not_found')`. */
export const translator = <N extends keyof Messages & string>(locale: Locale, namespace: N) =>
  createTranslator({
    locale,
    messages: dictionaries[locale],
    namespace,
    timeZone: 'Asia/Kuala_Lumpur',
  })
