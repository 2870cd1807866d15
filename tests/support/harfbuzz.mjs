// Shapes texts with HarfBuzz, the library of browsers and phones. Standard input: [font file,
// texts]; output: the glyphs of each text from left to right. A process of its own, because Jest
// cannot load a module with a top-level await.
import { readFileSync } from 'node:fs'
import { text as read } from 'node:stream/consumers'
import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs'

const [file, texts] = JSON.parse(await read(process.stdin))
const font = new Font(new Face(new Blob(readFileSync(file))))
const shaped = texts.map((text) => {
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  return buffer.getGlyphInfos().map(({ codepoint }) => codepoint)
})
process.stdout.write(JSON.stringify(shaped))
