/**
 * A fresh Idempotency-Key. Not randomUUID: a phone that opens the demo by its address in the
 * network has no secure context, and so no such function.
 */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
