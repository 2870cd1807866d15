/**
 * Whether there is a sentence for a key that only the run knows: an error code from the server, a
 * category from the database. Tells the compiler, too: `hasSentence(t, code) ? t(code) : …`.
 */
export const hasSentence = <Key extends string>(
  t: { has(key: Key): boolean },
  key: string,
): key is Key => t.has(key as Key)
