import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { linesOf, type Line } from './lines'

/** A part of the page, in CSS px from its top left corner. */
type Band = { x: number; y: number; width: number; height: number }
type Pixels = Band & { data: Buffer }

/** Asked of all text, large or not. */
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

/** Lines that are not further apart than this are photographed together. */
const GAP = 300

const photograph = async (page: Page, clip: Band): Promise<Pixels> => {
  const png = await page.screenshot({ fullPage: true, clip, scale: 'css', animations: 'disabled' })
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { ...clip, data, width: info.width, height: info.height }
}

/** The lines in groups that lie near each other, each with the part of the page it fills. */
function bandsOf(lines: Line[]): { band: Band; lines: Line[] }[] {
  const groups: Line[][] = []
  let bottom = -Infinity
  for (const line of [...lines].sort((one, other) => one.top - other.top)) {
    if (line.top - bottom > GAP) groups.push([])
    groups.at(-1)?.push(line)
    bottom = Math.max(bottom, line.top + line.height)
  }
  return groups.map((group) => {
    const x = Math.max(0, Math.floor(Math.min(...group.map(({ left }) => left))))
    const y = Math.max(0, Math.floor(Math.min(...group.map(({ top }) => top))))
    const right = Math.ceil(Math.max(...group.map(({ left, width }) => left + width)))
    const end = Math.ceil(Math.max(...group.map(({ top, height }) => top + height)))
    return { band: { x, y, width: right - x, height: end - y }, lines: group }
  })
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
  const [left, top] = [line.left - hidden.x, line.top - hidden.y]
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(hidden.height, top + line.height); y++)
    for (
      let x = Math.max(0, Math.floor(left));
      x < Math.min(hidden.width, left + line.width);
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

/** Runs `work` under a style sheet that is there only meanwhile. */
async function styled<T>(page: Page, content: string, work: () => Promise<T>): Promise<T> {
  // Adopted: the site's policy refuses style elements.
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, content)
  const result = await work()
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  return result
}

/**
 * The lines of text in `part` ("main") over a picture or a gradient whose letters stand on pixels
 * too near to their colour (WCAG 1.4.3), which axe cannot tell: the page is photographed there with
 * its letters and without. `lines` and `judged` say how many there are in all, and over pictures.
 */
export async function faintLines(
  page: Page,
  part: string,
): Promise<{ lines: number; judged: number; faint: string[] }> {
  // A photograph of the whole page shows what sticks to the window's edge in its own place.
  await page.evaluate(() => {
    for (const each of document.querySelectorAll<HTMLElement>('body *'))
      each.toggleAttribute('data-sticks', getComputedStyle(each).position === 'sticky')
  })
  return styled(page, '[data-sticks] { position: relative !important }', async () => {
    const lines = await linesOf(page, part)
    const groups = bandsOf(lines.filter(({ overPicture }) => overPicture))
    const photographs = async () => {
      const all: Pixels[] = []
      for (const { band } of groups) all.push(await photograph(page, band))
      return all
    }
    const shown = await photographs()
    const hidden = await styled(
      page,
      '*, ::before, ::after { -webkit-text-fill-color: transparent !important; transition: none !important }',
      photographs,
    )
    return {
      lines: lines.length,
      judged: groups.flatMap((group) => group.lines).length,
      faint: groups.flatMap((group, index) =>
        group.lines.flatMap((line) => judge(line, shown[index]!, hidden[index]!) ?? []),
      ),
    }
  })
}
