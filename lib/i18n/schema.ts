import * as z from 'zod/mini'
import { LOCALES, TRANSLATED_LOCALES, type TranslatedLocale } from './routing'

type Translated<Words extends z.ZodMiniType> = Record<
  TranslatedLocale,
  z.ZodMiniOptional<z.ZodMiniNullable<Words>>
>

/** The language of an address; any other is not found. */
export const languageParams = z.object({ locale: z.enum(LOCALES) })

/** The words of a row in the other languages: each given whole, or null to have none. */
export const translated = <Words extends z.ZodMiniType>(words: Words) =>
  z.object(
    Object.fromEntries(
      TRANSLATED_LOCALES.map((locale) => [locale, z.optional(z.nullable(words))]),
    ) as Translated<Words>,
  )
