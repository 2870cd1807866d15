// Apart from lib/text.ts, whose schemas a page must not fetch before its form is used.

// What contacts, chats and documents put around and into what is copied from them, and nobody sees.
export const MARKS =
  /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/gu
const HYPHENS = /[\p{Pd}\u2043\u2212\u30fc]/gu
const BLANKS = /[\t\p{Zs}]/gu
// The zeros of the digits that people in Malaysia may type beside ours: Jawi and Arabic, Devanagari,
// Tamil, Thai. Full-width ones are ordinary forms already.
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0be6-\u0bef\u0e50-\u0e59]/g
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x0be6, 0x0e50]

const LONGEST_TYPED = 1000

const digitOf = (letter: string): string => {
  const code = letter.charCodeAt(0)
  return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code))
}

/**
 * What was typed or pasted, without invisible marks, with plain digits, hyphens and blanks. What is
 * too long stays as it is, to be refused: normalising takes time quadratic in a run of accents.
 */
export const ordinary = (typed: string): string =>
  typed.length > LONGEST_TYPED
    ? typed
    : typed
        .normalize('NFKC')
        .replace(MARKS, '')
        .replace(DIGITS, digitOf)
        .replace(HYPHENS, '-')
        .replace(BLANKS, ' ')
        .trim()

/** The code of this many digits in a text, with blanks inside or around; null for none or several. */
export function codeIn(typed: string, digits: number): string | null {
  const text = ordinary(typed)
  if (/^[\d\s-]*$/.test(text)) {
    const code = text.replace(/\D/g, '')
    return code.length === digits ? code : null
  }
  const whole =
    text.match(/\d+(?:[.:/]\d+|,\d{3}(?!\d))*/g)?.filter((run) => run.length === digits) ?? []
  const halves = text.match(/(?<!\d|\d[ -])\d{3}[ -]\d{3}(?![ -]?\d)/g) ?? []
  const found = new Set(
    [...whole, ...halves].map((run) => run.replace(/[ -]/g, '')).filter((run) => /^\d+$/.test(run)),
  )
  const [code] = found
  return found.size === 1 && code?.length === digits ? code : null
}

// "Tel: 012…", "电话：012…", "HP 012…".
const LABEL =
  /^(?:[\p{L}\p{M}][\p{L}\p{M}./ ]{0,20}:|(?:tel|telefon|phone|mobile|hp|h\/p|ph|whatsapp|wa)[. ]) */iu
const EXTENSION = /(?:extension|extn?|x|#|sambungan|samb|分机|转)[.:]? *\d{1,6}$/i
// The number of a chat's link: wa.me/60…, api.whatsapp.com/send?phone=60….
const CHAT =
  /^(?:https?:\/\/|whatsapp:\/\/)?(?:wa\.me\/|(?:(?:api|web|www)\.)?(?:whatsapp\.com\/)?send\/?\?phone=)\+?(\d{6,15})(?!\d)/i
const SIGNS = /^\(?\+? ?\(?\d[\d ()./-]*$/

export const withoutExtension = (phone: string): string =>
  phone.replace(EXTENSION, '').replace(/(?<![ ,;])[ ,;]+$/, '')

/** A phone number without what was copied with it, as it is kept: its own signs and its extension stay. */
export function phoneIn(typed: string): string {
  const text = ordinary(typed)
  if (text.length > LONGEST_TYPED) return text
  const chat = CHAT.exec(text)?.[1]
  if (chat !== undefined) return `+${chat}`
  return text
    .replace(LABEL, '')
    .replace(/[·•]/g, '-')
    .replace(/^["'<]+/, '')
    .replace(/(?<![,;.>"'])[,;.>"']+$/, '')
    .replace(/ ?\([^()\d]{1,20}\)$/, '')
    .trim()
}

/** Whether it can be called: 6 to 15 digits, besides "00", a zero in brackets and an extension. */
export function isPhone(text: string): boolean {
  const number = withoutExtension(text)
  const digits = number.replace(/\D/g, '').length
  return SIGNS.test(number) && digits >= 6 && digits <= 18
}

/** The same as it is shown to everybody: with the country's code, Malaysia's where there is none. */
export function phoneAbroad(typed: string): string {
  const text = phoneIn(typed)
  if (!isPhone(text)) return text
  const plain = text
    .replace(/^(\(?\+.*)\(0\)/, '$1')
    .replace(/[()./]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  if (/^0[1-9]/.test(plain)) return `+60 ${plain.slice(1)}`
  if (/^00 ?[1-9]/.test(plain)) return `+${plain.slice(2).trim()}`
  return /^6 ?0/.test(plain) ? `+${plain}` : plain
}
