// Apart from lib/text.ts, whose schemas a page must not fetch before its form is used.

// What contacts, chats and documents put around and into what is copied from them, and nobody sees.
export const MARKS = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
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
