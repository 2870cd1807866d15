const HAN = /^\p{Script=Han}+$/u

/**
 * The surname first and without a space where both are Chinese characters ("陈伟明"), otherwise in the
 * order of the fields; Malay and Indian names have no surname (docs/decisions/023).
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

/** The given name first, as in the fields; a Chinese surname has one or two characters. */
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
