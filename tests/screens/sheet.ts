import { mkdirSync } from 'node:fs'
import sharp from 'sharp'

export type Shot = { label: string; width: number; png: Buffer }

const GAP = 24
const HEADING = 36
/** How wide a shot of each window width stands on the sheet. */
const COLUMN: Record<number, number> = { 360: 240, 600: 400, 768: 360, 1440: 560 }

/** Puts the shots side by side, each under its label, into one PNG. */
export async function writeSheet(file: string, title: string, shots: Shot[]): Promise<void> {
  const columns = await Promise.all(
    shots.map(async ({ png, width, label }) => {
      const { data, info } = await sharp(png)
        .resize({ width: COLUMN[width] ?? width })
        .png()
        .toBuffer({ resolveWithObject: true })
      return { data, label, width: info.width, height: info.height }
    }),
  )
  const width = columns.reduce((sum, column) => sum + column.width + GAP, GAP)
  const height = Math.max(...columns.map((column) => column.height)) + 2 * HEADING + GAP
  let left = GAP
  const pieces = columns.flatMap((column) => {
    const at = left
    left += column.width + GAP
    return [
      { input: text(column.label, column.width), left: at, top: HEADING },
      { input: column.data, left: at, top: 2 * HEADING },
    ]
  })
  mkdirSync('screens', { recursive: true })
  await sharp({ create: { width, height, channels: 3, background: '#6b7280' } })
    .composite([{ input: text(title, width - 2 * GAP), left: GAP, top: 4 }, ...pieces])
    .png()
    .toFile(`screens/${file}.png`)
}

const text = (words: string, width: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="30"><text x="0" y="22" font-family="sans-serif" font-size="16" fill="#fff">${words}</text></svg>`,
  )
