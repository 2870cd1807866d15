import 'server-only'
import PDFDocument from 'pdfkit'
import { sha256 } from '@/lib/http/request'
import { drawnOnce } from '@/lib/drawn-once'
import type { Face } from '@/lib/lettering/fonts'
import { wrapped, type TextLine, type Style as Type } from '@/lib/lettering/lines'
import { documentFont } from '@/lib/lettering/text-layer'
import { MARK } from './mark'
import { sheetOf } from './sheet'
import type { IssuedDocument, Party, Sheet } from './schema'

const MARGIN = 56
const PAGE = { width: 595.28, height: 841.89 }
const WIDTH = PAGE.width - 2 * MARGIN
const AMOUNT_WIDTH = 110
const INK = '#1c1917'
const MUTED = '#6b645c'
const RULE = '#d8d2c8'
const TUNGSTEN = '#f5b544'

type Style = Type & { colour?: string }
const BODY: Style = { size: 10, weight: 'plain' }
const SMALL: Style = { size: 8.5, weight: 'plain', colour: MUTED }

export type PdfFile = { filename: string; content: Buffer }

const papers = drawnOnce<Buffer>({ bytes: 8 * 1024 * 1024, waiting: 50 })

/** The PDF file of a document: R-000042.pdf. Kept for a while by all that the document says. */
export const pdfFile = async (document: IssuedDocument): Promise<PdfFile> => ({
  filename: `${document.number}.pdf`,
  content: await papers(sha256(JSON.stringify(document)), () => documentPdf(document)),
})

/** The response with a document's file, displayed by the browser. */
export async function pdfAnswer(document: IssuedDocument): Promise<Response> {
  const { filename, content } = await pdfFile(document)
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${filename}"`,
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    },
  })
}

/** In the document's own language and in English. The same document always gives the same file. */
export async function documentPdf(document: IssuedDocument): Promise<Buffer> {
  const sheet = sheetOf(document)
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: MARGIN,
    // Without a font the library reads its default one, which has no Chinese.
    font: '',
    lang: document.locale,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `${sheet.title} ${sheet.number}`,
      Author: document.seller.name,
      CreationDate: document.reissuedAt ?? document.issuedAt,
    },
  })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('end', () => resolve())
    pdf.on('error', reject)
  })
  drawSheet(new Pen(pdf), sheet)
  pdf.end()
  await done
  return Buffer.concat(parts)
}

function drawSheet(pen: Pen, sheet: Sheet): void {
  pen.mark(34)
  pen.block(sheet.title, { size: 24, weight: 'strong' }, MARGIN, WIDTH - 50)
  pen.gap(6)
  pen.rule(2, TUNGSTEN)
  pen.gap(14)
  const half = (WIDTH - 24) / 2
  pen.beside(
    () => drawParty(pen, sheet.seller, MARGIN, half),
    () => drawParty(pen, sheet.buyer, MARGIN + half + 24, half),
  )
  pen.gap(16)
  for (const { label, value } of sheet.facts)
    pen.beside(
      () => pen.block(label, { ...BODY, colour: MUTED }, MARGIN, 150),
      () => pen.block(value, BODY, MARGIN + 160, WIDTH - 160),
    )
  pen.gap(18)
  drawRow(pen, sheet.columns.text, sheet.columns.amount, { ...SMALL, weight: 'strong' })
  pen.rule()
  for (const { text, english, amount } of sheet.lines) {
    drawRow(pen, text, amount, BODY)
    if (english !== null) pen.block(english, SMALL, MARGIN, WIDTH - AMOUNT_WIDTH - 12)
    pen.rule()
  }
  pen.gap(4)
  for (const { label, amount } of sheet.sums) drawRow(pen, label, amount, BODY)
  pen.gap(2)
  drawRow(pen, sheet.total.label, sheet.total.amount, { size: 13, weight: 'strong' })
  pen.gap(26)
  for (const note of sheet.notes) pen.block(note, SMALL)
}

function drawParty(pen: Pen, { label, name, lines }: Party, x: number, width: number): void {
  pen.block(label, SMALL, x, width)
  pen.block(name, { size: 11, weight: 'strong' }, x, width)
  for (const line of lines) pen.block(line, BODY, x, width)
}

function drawRow(pen: Pen, text: string, amount: string, style: Style): void {
  pen.beside(
    () => pen.block(text, style, MARGIN, WIDTH - AMOUNT_WIDTH - 12),
    () => pen.right(amount, style, AMOUNT_WIDTH),
  )
}

/** Writes text from the top of the page down. */
class Pen {
  private y = MARGIN
  private readonly registered = new Set<string>()

  constructor(private readonly pdf: PDFKit.PDFDocument) {}

  gap(height: number): void {
    this.y += height
  }

  rule(thickness = 0.5, colour = RULE): void {
    this.pdf
      .moveTo(MARGIN, this.y + 2)
      .lineTo(MARGIN + WIDTH, this.y + 2)
      .lineWidth(thickness)
      .stroke(colour)
    this.y += 6
  }

  /** The studio's mark at the right margin, beside what is written next. */
  mark(size: number): void {
    const scale = size / MARK.size
    const left = MARGIN + WIDTH - size
    for (const { x, y, width, height } of MARK.bars)
      this.pdf.roundedRect(
        left + x * scale,
        this.y + y * scale,
        width * scale,
        height * scale,
        (width / 2) * scale,
      )
    this.pdf.fill(TUNGSTEN)
  }

  /** Two columns that begin at the same height; the next text is below both. */
  beside(left: () => void, right: () => void): void {
    // Both on one page: a column of a receipt is never taller than this.
    if (this.y > PAGE.height - MARGIN - 90) this.nextPage()
    const top = this.y
    left()
    const below = this.y
    this.y = top
    right()
    this.y = Math.max(below, this.y)
  }

  block(text: string, style: Style, x = MARGIN, width = WIDTH): void {
    for (const line of wrapped(text, style, { width })) this.line(line, style, x)
  }

  /** One line that ends at the right margin. */
  right(text: string, style: Style, width: number): void {
    for (const line of wrapped(text, style, { width }))
      this.line(line, style, MARGIN + WIDTH - line.width)
  }

  private nextPage(): void {
    this.pdf.addPage()
    this.y = MARGIN
  }

  private line(line: TextLine, style: Style, x: number): void {
    const height = style.size * 1.45
    if (this.y + height > PAGE.height - MARGIN) this.nextPage()
    let at = x
    for (const run of line.runs) {
      this.pdf
        .font(this.fontOf(run.face))
        .fontSize(style.size)
        .fillColor(style.colour ?? INK)
        .text(run.text, at, this.y + style.size * 1.1, {
          lineBreak: false,
          baseline: 'alphabetic',
          features: [run.direction],
        })
      at += run.width
    }
    this.y += height
  }

  /** The name under which the document has a font. */
  private fontOf({ name, font }: Face): string {
    if (!this.registered.has(name)) this.pdf.registerFont(name, documentFont(font))
    this.registered.add(name)
    return name
  }
}
