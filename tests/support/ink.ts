import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Line } from './lines'

type Pixels = { data: Buffer; width: number; height: number }

/** Asked of all text, large or not (design.md). */
const NEEDED = 4.5
/**
 * A pixel belongs to a letter when hiding the letters changes one of its channels by more than
 * this, of 255.
 */
const CHANGED = 12
/**
 * Of a line's letters: less than this is the grain of a picture, not something that a reader sees.
 */
const GRAIN = 0.005

const photograph = async (page: Page): Promise<Pixels> => {
  const png = await page.screenshot({ fullPage: true, scale: 'css', animations: 'disabled' })
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const channel = (value: number) =>
  value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4
const luminance = (red: number, green: number, blue: number) =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
const ratio = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** The line, with its worst contrast, when its letters do not stand out; null when they do. */
function judge(line: Line, shown: Pixels, hidden: Pixels): string | null {
  const [red, green, blue, alpha] = line.color
  let letters = 0
  let faint = 0
  let worst = Infinity
  for (
    let y = Math.max(0, Math.floor(line.top));
    y < Math.min(hidden.height, line.top + line.height);
    y++
  )
    for (
      let x = Math.max(0, Math.floor(line.left));
      x < Math.min(hidden.width, line.left + line.width);
      x++
    ) {
      const at = (y * hidden.width + x) * 3
      const [r = 0, g = 0, b = 0] = hidden.data.subarray(at, at + 3)
      if (
        Math.max(
          Math.abs(r - shown.data[at]!),
          Math.abs(g - shown.data[at + 1]!),
          Math.abs(b - shown.data[at + 2]!),
        ) <= CHANGED
      )
        continue
      const ink = luminance(
        alpha * red + (1 - alpha) * r,
        alpha * green + (1 - alpha) * g,
        alpha * blue + (1 - alpha) * b,
      )
      const contrast = ratio(ink, luminance(r, g, b))
      letters++
      if (contrast < NEEDED) faint++
      worst = Math.min(worst, contrast)
    }
  return faint > GRAIN * letters
    ? `${line.text}: ${worst.toFixed(2)} in ${((100 * faint) / letters).toFixed(1)} %`
    : null
}

/**
 * Those of `lines` whose letters stand on pixels too near to their colour (WCAG 1.4.3): what axe
 * cannot tell of text over a picture. The page is photographed whole, with its letters and without.
 */
export async function faintLines(page: Page, lines: Line[]): Promise<string[]> {
  const shown = await photograph(page)
  const style = await page.addStyleTag({
    content:
      '*, ::before, ::after { -webkit-text-fill-color: transparent !important; transition: none !important }',
  })
  const hidden = await photograph(page)
  await style.evaluate((element) => (element as Element).remove())
  return lines.flatMap((line) => judge(line, shown, hidden) ?? [])
}
