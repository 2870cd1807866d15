import { encode } from 'uqr'

// A QR as a picture: one that a phone keeps, and an app of a bank opens. Pure.

/** Pixels of each side. */
export const QR_SIDE = 720
/** Modules of white around it, without which readers do not find it. */
export const QUIET_ZONE = 4

const ROW = QR_SIDE / 8

/** A PNG, dark on light. `deflate` writes the zlib stream; absent: without compression. */
export function qrPng(text: string, deflate = stored): Uint8Array<ArrayBuffer> {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const module = Math.floor(QR_SIDE / size)
  const margin = Math.floor((QR_SIDE - module * size) / 2)
  const isDark = (x: number, y: number): boolean =>
    data[Math.floor((y - margin) / module)]?.[Math.floor((x - margin) / module)] === true
  // A row begins with its filter; a bit for each pixel, 1 is white.
  const rows = new Uint8Array(QR_SIDE * (1 + ROW))
  for (let y = 0; y < QR_SIDE; y++)
    for (let x = 0; x < QR_SIDE; x++)
      if (!isDark(x, y)) rows[y * (1 + ROW) + 1 + (x >> 3)]! |= 0x80 >> (x & 7)
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', joined([four(QR_SIDE), four(QR_SIDE), Uint8Array.of(1, 0, 0, 0, 0)])),
    chunk('IDAT', deflate(rows)),
    chunk('IEND', new Uint8Array(0)),
  ])
}

/** The same as an address of its own, for a picture of a page. */
export const qrAddress = (text: string): string =>
  `data:image/png;base64,${btoa(Array.from(qrPng(text), (byte) => String.fromCharCode(byte)).join(''))}`

const four = (number: number): Uint8Array =>
  Uint8Array.of(number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255)

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = joined([Uint8Array.from(name, (letter) => letter.charCodeAt(0)), data])
  return joined([four(data.length), named, four(crc32(named))])
}

/** One block of a zlib stream as it is: it takes up to 65,535 bytes, and the rows are 65,520. */
function stored(rows: Uint8Array): Uint8Array {
  const { length } = rows
  const sizes = [length & 255, length >> 8, ~length & 255, (~length >> 8) & 255]
  return joined([Uint8Array.of(0x78, 0x01, 0x01, ...sizes), rows, four(adler32(rows))])
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0]
  for (const byte of bytes) {
    a = (a + byte) % 65_521
    b = (b + a) % 65_521
  }
  return ((b << 16) | a) >>> 0
}
