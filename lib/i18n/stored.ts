import { LOCALES, TRANSLATED_LOCALES, type Locale } from './routing'

const KEY = 'language'
const YEAR_SECONDS = 365 * 86_400

/** In localStorage for the pages, in a cookie for mails and API answers (docs/decisions/020 G1). */
export function storeLanguage(locale: Locale): void {
  // Over https with the prefix and the attribute that keep other hosts from setting it.
  const [name, secure] = location.protocol === 'https:' ? [`__Host-${KEY}`, '; Secure'] : [KEY, '']
  document.cookie = `${name}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // In a browser that refuses storage the page still changes its language; only the choice is not
    // stored.
  }
}

/**
 * Runs in the head, before the first paint: a stored language other than English redirects an
 * unprefixed address to its translation. The page is hidden meanwhile; otherwise the wrong language
 * would flash.
 */
export const RESTORE_LANGUAGE = `(function(l,p){try{l=localStorage.getItem('${KEY}')}catch(e){}
if(/^(${TRANSLATED_LOCALES.join('|')})$/.test(l)&&!/^\\/(${LOCALES.join('|')})(\\/|$)/.test(p)){document.documentElement.style.visibility='hidden';location.replace('/'+l+(p==='/'?'':p)+location.search+location.hash)}})(null,location.pathname)`
