// Receipts and link previews are drawn with these files. One that cannot be read is found here, not
// when somebody has paid.
import { FONT_FILES, openFace } from '@/lib/lettering/fonts'

// Reading all outlines of the largest fonts would take a minute.
const MOST = 4000

test.each(FONT_FILES)('the characters of %s have outlines that can be read', (file) => {
  const { font } = openFace(file)
  // The last code of a table of characters is none.
  const codes = font.characterSet.filter((code) => code !== 0xffff)
  expect(codes.length).toBeGreaterThan(300)
  const glyphs = codes.map((code) => font.glyphForCodePoint(code))
  expect(glyphs.filter(({ id }) => id === 0 || id >= font.numGlyphs)).toEqual([])
  const step = Math.ceil(glyphs.length / MOST)
  const read = glyphs.filter((_, index) => index % step === 0)
  const broken = read.filter(
    ({ advanceWidth, path }) => !Number.isFinite(advanceWidth + path.bbox.minX),
  )
  expect(broken.filter(({ path }) => path.commands.length > 0)).toEqual([])
})

test.each(['/api/**', '/**/og/**'])(
  'they are deployed where only traced files are: %s',
  async (route) => {
    const { default: config } = (await import('@/next.config.mjs')) as {
      default: (phase: string) => Promise<{ outputFileTracingIncludes: Record<string, string[]> }>
    }
    const { outputFileTracingIncludes: traced } = await config('phase-production-server')
    expect((traced[route] ?? []).filter((path) => path.includes('node_modules')).sort()).toEqual(
      FONT_FILES.map((file) => `./node_modules/${file}`).sort(),
    )
  },
)
