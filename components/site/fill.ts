/** A sentence with its {placeholders} filled in. */
export const fill = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
