// The rendered scenes, made by tools/art. pictures.json, written beside them, lists which exist
// and in which sizes.
import pictures from './pictures.json' with { type: 'json' }

export type PictureName = keyof typeof pictures
type PictureFile = { width: number; height: number; widths: number[]; blur: string }

/** Size, available widths and blurred preview (a data URI) of a picture. */
export const pictureFile = (name: PictureName): PictureFile => pictures[name]

/** Address of one file of a picture: /pictures/<name>-<width>.<format>. */
export const pictureSource = (name: PictureName, width: number, format: 'avif' | 'webp'): string =>
  `/pictures/${name}-${width}.${format}`
