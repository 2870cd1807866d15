import { toDecimal } from '@/lib/money'
import type { TransferSetting } from './transfer'

// The text of a DuitNow QR, in the form of EMVCo: fields of two digits' id, two digits' length and
// value. Pure; our own, because what npm has for it never returns from a negative length.

type Field = { id: string; value: string }

const FIELD = /^(\d\d)(\d\d)/
const LONGEST = 99

/** Null where the text is not wholly fields. */
function fieldsOf(text: string): Field[] | null {
  const fields: Field[] = []
  for (let at = 0; at < text.length;) {
    const [, id = '', length] = FIELD.exec(text.slice(at)) ?? []
    const value = text.slice(at + 4, at + 4 + Number(length))
    if (!length || value.length !== Number(length)) return null
    fields.push({ id, value })
    at += 4 + value.length
  }
  return fields
}

const textOf = (fields: readonly Field[]): string =>
  fields.map(({ id, value }) => id + String(value.length).padStart(2, '0') + value).join('')

const valueOf = (fields: readonly Field[] | null, id: string): string | undefined =>
  fields?.find((field) => field.id === id)?.value

const inOrder = (fields: readonly Field[]): Field[] =>
  [...fields].sort((a, b) => a.id.localeCompare(b.id))

/** CRC-16 of polynomial 1021 from FFFF, in four digits. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  }
  return (crc & 0xffff).toString(16).toUpperCase().padStart(4, '0')
}

const sealed = (fields: readonly Field[]): string => {
  const open = `${textOf(fields)}6304`
  return open + checksum(open)
}

const DUITNOW = 'A0000006150001'
const isAccount = ({ id, value }: Field): boolean =>
  id >= '26' && id <= '51' && valueOf(fieldsOf(value), '00') === DUITNOW

/** The fields of a DuitNow QR whose checksum is right, without it; else null. */
function duitNowOf(text: string): Field[] | null {
  const fields = fieldsOf(text)
  const last = fields?.at(-1)
  if (!fields || last?.id !== '63') return null
  if (last.value.toUpperCase() !== checksum(text.slice(0, -4))) return null
  if (fields[0]?.id !== '00') return null
  if (valueOf(fields, '58') !== 'MY' || valueOf(fields, '53') !== '458') return null
  return fields.some(isAccount) ? fields.slice(0, -1) : null
}

/** What a QR asks for. */
type Asked = { amountSen: number; reference: string }

/**
 * The owner's static QR as one for this sum once: its point of initiation, amount, reference label and
 * checksum are new, all else stays. Null for a text that is no DuitNow QR, or has no room left for the
 * reference.
 */
export function askingQr(text: string, { amountSen, reference }: Asked): string | null {
  const [version, ...others] = duitNowOf(text) ?? []
  if (!version) return null
  const before = valueOf(others, '62') ?? ''
  const about = (fieldsOf(before) ?? []).filter(({ id }) => id !== '05')
  const label = textOf(inOrder([...about, { id: '05', value: reference }]))
  if (label.length > LONGEST) return null
  const rest = others.filter(({ id }) => !['01', '54', '62'].includes(id))
  const asked = [
    { id: '01', value: '12' },
    { id: '54', value: toDecimal(amountSen) },
    { id: '62', value: label },
  ]
  return sealed([version, ...inOrder([...rest, ...asked])])
}

/** It can ask for the largest sum with the longest number of a booking. */
export const isDuitNow = (text: string): boolean =>
  askingQr(text, { amountSen: 99_999_999, reference: '9'.repeat(10) }) !== null

/** What its owner tries once: ten sen. */
export const TRIAL = { amountSen: 10, reference: 'TEST' }

/** What a customer is shown to scan; `asks`: with the sum and the reference. */
export type ShownQr = { text: string; asks: boolean }

/**
 * The owner's QR as it is, until they have seen that banks take it with a sum and a reference added,
 * which is disputed; null where they have none.
 */
export function shownQr(
  { duitnow, askable }: Pick<TransferSetting, 'duitnow' | 'askable'>,
  asked: Asked,
): ShownQr | null {
  if (duitnow === '') return null
  const text = duitnow === askable ? askingQr(duitnow, asked) : null
  return text === null ? { text: duitnow, asks: false } : { text, asks: true }
}
