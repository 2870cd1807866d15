import type { Page } from '@playwright/test'
import en from '@/messages/en.json' with { type: 'json' }
import ms from '@/messages/ms.json' with { type: 'json' }
import zh from '@/messages/zh.json' with { type: 'json' }

export type Language = 'en' | 'ms' | 'zh'

const DICTIONARIES = { en, ms, zh }
export const LANGUAGES: readonly Language[] = ['en', 'ms', 'zh']

/** The dictionary of a language. */
export const wordsOf = (language: Language) => DICTIONARIES[language]

/** Addresses in a language: English has no prefix. */
export const inLanguage = (language: Language, path: string): string =>
  language === 'en' ? path : `/${language}${path === '/' ? '' : path}`

/** The language of the page that is open. */
export async function languageOf(page: Page): Promise<Language> {
  const lang = (await page.locator('html').getAttribute('lang')) ?? ''
  return (['ms', 'zh'] as const).find((language) => lang.startsWith(language)) ?? 'en'
}
