import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import type { Locale } from '@/lib/i18n/routing'
import './prose.css'

/** A post's text. `html` comes from renderMarkdown, which has taken out whatever could do harm. */
export const PostBody = ({
  html,
  lang,
  locale,
}: {
  html: string
  lang: Locale
  locale: Locale
}) => (
  <div
    lang={lang === locale ? undefined : LANGUAGE_TAG[lang]}
    className="prose"
    dangerouslySetInnerHTML={{ __html: html }}
  />
)
