// What stands in a form, as the body of a call: names with dots become objects inside objects.

type Values = { [name: string]: string | boolean | Values }

type Control = { name: string; value: string; type: string; checked?: boolean }
const isControl = (element: Element): element is Element & Control =>
  'value' in element && 'name' in element && element.name !== ''

/**
 * The values of a form's fields: a checkbox is true or false, the chosen one of a radio group its
 * value, everything else text.
 */
export function valuesOf(form: HTMLFormElement): Values {
  const values: Values = {}
  for (const element of form.elements) {
    if (!isControl(element) || element.type === 'file' || element.type === 'submit') continue
    if (element.type === 'radio' && !element.checked) continue
    put(
      values,
      element.name.split('.'),
      element.type === 'checkbox' ? element.checked === true : element.value,
    )
  }
  return values
}

function put(values: Values, [first = '', ...rest]: string[], value: string | boolean): void {
  if (rest.length === 0) values[first] = value
  else {
    const inner = values[first]
    put((values[first] = typeof inner === 'object' ? inner : {}), rest, value)
  }
}

/** Translations of which nothing is filled in are sent as null: there are none. */
export function withoutEmptyTranslations(values: Values): Record<string, unknown> {
  const { translations, ...rest } = values
  if (typeof translations !== 'object') return rest
  const kept = Object.entries(translations).map(([locale, words]) => [
    locale,
    Object.values(words).every((text) => text === '') ? null : words,
  ])
  return { ...rest, translations: Object.fromEntries(kept) as Record<string, unknown> }
}
