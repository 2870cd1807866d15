/**
 * For a key that is known only at run time: an error code from the server, a category from the
 * database. Also narrows the type: `hasSentence(t, code) ? t(code) : …`.
 */
export const hasSentence = <Key extends string>(
  t: { has(key: Key): boolean },
  key: string,
): key is Key => t.has(key as Key)
