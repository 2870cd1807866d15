const HAN = /^\p{Script=Han}+$/u

/**
 * A person's name on one line, from the two fields of a form: the surname first and without a space
 * where both are Chinese characters ("陈伟明"), otherwise in the order of the fields. `lastName` may
 * be missing: Malay and Indian names have no surname. Empty when both are (docs/decisions/023).
 */
export function fullName({
  firstName,
  lastName,
}: {
  firstName: string
  lastName: string | null
}): string {
  const [first, last] = [firstName, lastName ?? ''].map((part) => part.replace(/\s+/g, ' ').trim())
  return HAN.test(first ?? '') && HAN.test(last ?? '')
    ? `${last}${first}`
    : [first, last].filter(Boolean).join(' ')
}

/**
 * The possible spellings of `written`, a name as `fullName` writes it, with the given name first as
 * in the fields: a Chinese surname has one or two characters. None for any other word.
 */
export const fieldsOfName = (written: string): string[] =>
  HAN.test(written)
    ? [1, 2]
        .map((surname) => [
          [...written].slice(surname).join(''),
          [...written].slice(0, surname).join(''),
        ])
        .filter(([first]) => first !== '')
        .map((fields) => fields.join(' '))
    : []
