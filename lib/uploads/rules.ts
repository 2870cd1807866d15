// What may be uploaded, and under which name it is kept (docs/decisions/020 G9). Pure.

/** The most a picture may weigh when it arrives, in bytes. */
export const UPLOAD_LIMIT = 8 * 1024 * 1024
/** What a browser may offer for choosing; the server looks into the file itself. */
export const UPLOAD_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
/** Longest side of what is kept, in pixels. */
export const LONGEST_SIDE = 1920
/** Names are made of the picture's own bytes: what is found under one never changes. */
export const UPLOAD_NAME = /^[0-9a-f]{40}\.webp$/

/** Where an uploaded picture is found on this site. */
export const uploadPath = (name: string): string => `/api/uploads/${name}`
