import { inflateRawSync } from 'node:zlib'
import { DomUtils, parseDocument } from 'htmlparser2'

const { getElementsByTagName, textContent } = DomUtils

/** The entries of a ZIP file by their names, from its central directory. */
export function unzipped(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entries = new Map<string, Buffer>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packed] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((by) => file.readUInt16LE(at + by)) as [
      number,
      number,
      number,
    ]
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const bytes = file.subarray(start, start + packed)
    entries.set(
      file.toString('utf8', at + 46, at + 46 + name),
      method === 8 ? inflateRawSync(bytes) : bytes,
    )
    at += 46 + name + extra + comment
  }
  return entries
}

/** `format` is the cell's number format; a number is in `value` as the file has it. */
export type Cell = { type: 'text' | 'number'; value: string; format: string }

const USUAL = new Map([
  ['1', '0'],
  ['2', '0.00'],
  ['49', '@'],
])

/** The rows of a workbook's first sheet, each by its columns' letters. */
export function sheetRows(file: Buffer): Map<string, Cell>[] {
  const xml = (name: string) =>
    parseDocument(unzipped(file).get(name)?.toString('utf8') ?? '', { xmlMode: true })
  const styles = xml('xl/styles.xml')
  const own = new Map(
    getElementsByTagName('numFmt', styles).map(({ attribs }) => [
      attribs.numFmtId ?? '',
      attribs.formatCode ?? '',
    ]),
  )
  const formats = getElementsByTagName('cellXfs', styles)
    .flatMap((all) => getElementsByTagName('xf', all))
    .map(({ attribs: { numFmtId = '0' } }) => own.get(numFmtId) ?? USUAL.get(numFmtId) ?? numFmtId)
  return getElementsByTagName('row', xml('xl/worksheets/sheet1.xml')).map(
    (row) =>
      new Map(
        getElementsByTagName('c', row).map((cell): [string, Cell] => [
          cell.attribs.r?.replace(/\d+$/, '') ?? '',
          {
            type: cell.attribs.t === 'inlineStr' ? 'text' : 'number',
            value: textContent(cell),
            format: formats[Number(cell.attribs.s ?? 0)] ?? '',
          },
        ]),
      ),
  )
}
