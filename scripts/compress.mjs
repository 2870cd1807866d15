// The build's scripts and styles, compressed once and as small as possible; our server sends these
// instead of compressing the same bytes for every visitor (server/delivery.ts).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = /\.(?:js|css|svg|json|txt)$/

/** Writes `<file>.br` and `<file>.gz` beside every text file below `folder`. */
export function compressFolder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue
    const file = join(entry.parentPath ?? entry.path, entry.name)
    const content = readFileSync(file)
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
    )
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
