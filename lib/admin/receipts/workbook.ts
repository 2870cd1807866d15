import { writeXlsxStream } from 'hucre/xlsx'
import { COLUMNS, type Column, type Row } from './export'

const TEXT = '@'
const AMOUNT = '0.00'
const DATE = 'yyyy-mm-dd'
const WHOLE = '0'

const isDate = (column: Column) => column === 'date' || column === 'payment_date'
const formatOf = (column: Column): string => {
  if (isDate(column)) return DATE
  if (column === 'line' || column === 'booking' || column === 'order') return WHOLE
  return /_(subtotal|tax|total|rate)$/.test(column) ? AMOUNT : TEXT
}

function valueOf(row: Row, column: Column): string | number | Date | null {
  const value = row[column]
  if (value === null || value === '') return null
  if (isDate(column)) return new Date(`${value}T00:00:00Z`)
  return formatOf(column) === TEXT ? String(value) : Number(value)
}

/** One sheet: codes are text, amounts numbers, dates dates. Rows are written as they come. */
export const documentsXlsx = (rows: AsyncIterable<Row>): ReadableStream<Uint8Array> =>
  writeXlsxStream(
    (async function* () {
      for await (const row of rows) yield COLUMNS.map((column) => valueOf(row, column))
    })(),
    {
      name: 'Receipts',
      columns: COLUMNS.map((header) => ({ header, numFmt: formatOf(header), width: 16 })),
      freezePane: { rows: 1 },
    },
  )
