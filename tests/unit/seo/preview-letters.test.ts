import { phrasesOf } from '@/app/[locale]/og/draw'
import { fontsFor } from '@/app/[locale]/og/fonts'
import { translator } from '@/lib/i18n/messages'
import { PUBLIC_PAGES, pageName } from '@/lib/seo/pages'

const preview = (page: (typeof PUBLIC_PAGES)[number]) =>
  translator('zh', 'seo')(`preview.${pageName(page)}`)

test.each(PUBLIC_PAGES)(
  '%s: every Chinese character of its preview has a letter form',
  async (page) => {
    const title = preview(page)
    const { fonts, written } = await fontsFor(title)
    expect(written(title)).toBe(title)
    const chinese = fonts.filter(({ name }) => name.startsWith('chinese'))
    expect(chinese.map(({ weight }) => weight)).toEqual(chinese.map(() => 700))
    expect(chinese).not.toEqual([])
  },
)

test.each([
  ['让声音回归本色，按小时预订', ['让声音回归本色，', '按小时预订']],
  ['选时段，付款，开录', ['选时段，', '付款，', '开录']],
  ['真的吗？！是的', ['真的吗？！', '是的']],
  ['，开头', ['，', '开头']],
  ['没有标点', ['没有标点']],
  ['Sound like yourself. Book by the hour.', ['Sound like yourself. Book by the hour.']],
  ['', ['']],
])('%s is broken after punctuation only, and nothing is lost', (title, phrases) => {
  expect(phrasesOf(title)).toEqual(phrases)
})
