// docs/decisions/020 G9. Pure.

/** Bytes. */
export const UPLOAD_LIMIT = 8 * 1024 * 1024
/** The types that a browser offers; the server inspects the file itself. */
export const UPLOAD_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
/** Pixels. */
export const LONGEST_SIDE = 1920
/** Names are hashes of the picture's bytes: the content under a name never changes. */
export const UPLOAD_NAME = /^[0-9a-f]{40}\.webp$/

export const uploadPath = (name: string): string => `/api/uploads/${name}`
