import { LOCALES, TRANSLATED_LOCALES, type Locale } from './routing'

const KEY = 'language'
const YEAR_SECONDS = 365 * 86_400

/**
 * Remembers the visitor's choice: localStorage for the pages, a cookie for mails and API answers
 * (docs/decisions/020 G1).
 */
export function storeLanguage(locale: Locale): void {
  // Over https with the prefix and the attribute by which no other host can set it.
  const [name, secure] = location.protocol === 'https:' ? [`__Host-${KEY}`, '; Secure'] : [KEY, '']
  document.cookie = `${name}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // A browser that refuses storage still gets the page it asked for; only the memory of it is
    // lost.
  }
}

/**
 * Runs in the head, before anything is painted: a stored language other than English moves an
 * unprefixed address to its translation. Any other stored value is ignored. The page is hidden
 * meanwhile, or the wrong language would flash by.
 */
export const RESTORE_LANGUAGE = `(function(l,p){try{l=localStorage.getItem('${KEY}')}catch(e){}
if(/^(${TRANSLATED_LOCALES.join('|')})$/.test(l)&&!/^\\/(${LOCALES.join('|')})(\\/|$)/.test(p)){document.documentElement.style.visibility='hidden';location.replace('/'+l+(p==='/'?'':p)+location.search+location.hash)}})(null,location.pathname)`
