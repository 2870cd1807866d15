import { render } from '@testing-library/react'
import { wordsIn } from '@/components/ui/line-words'
import { HYPHENATED } from '@/components/ui/unbroken'
import { WholeWords } from '@/components/ui/words'
import { translator } from '@/lib/i18n/messages'
import { blogPosts } from '@/prisma/seed-data/posts'
import { wordsOf } from '@/tests/support/words'

test.each([
  ['就在武吉免登中心', ['就在', '武吉免登', '中心']],
  ['音频播客基础配套', ['音频', '播客', '基础', '配套']],
  ['在吉隆坡录第一集，该怎么准备', ['在吉隆坡', '录第一集，', '该怎么', '准备']],
  ['入会免费', ['入会', '免费']],
  ['“为什么”（真的）吗？', ['“为什么”', '（真的）吗？']],
  ['VIP 会员', ['VIP ', '会员']],
  ['Half a day', ['Half a day']],
  ['单', ['单']],
])('%s may be broken between its words alone', (text, pieces) =>
  expect(wordsIn(text)).toEqual(pieces),
)

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(texts)

test('no character is lost or added, in any text of the site or title of a post', () => {
  const all = [
    ...texts(wordsOf('zh')),
    ...blogPosts().map(({ translations }) => translations.zh.title),
  ]
  for (const text of all) expect(wordsIn(text).join('')).toBe(text)
  expect(translator('zh', 'seo')('place')).not.toContain('\u200b')
})

test('a place and a set are never taken apart, and no piece is longer than a narrow line', () => {
  const { services, membership, contact, pages } = wordsOf('zh')
  for (const title of texts([services, membership, contact, pages]))
    for (const kept of ['武吉免登', '配套', '录音室'])
      if (title.includes(kept))
        expect(wordsIn(title).filter((piece) => piece.includes(kept)).length).toBeGreaterThan(0)
})

test('doubled words of Malay stay whole, and are written as before', () => {
  expect('Di tengah-tengah, mana-mana'.split(HYPHENATED)).toEqual([
    'Di ',
    'tengah-tengah',
    ', ',
    'mana-mana',
    '',
  ])
  const { container } = render(
    <h2>
      <WholeWords>Di tengah-tengah bandar</WholeWords>
    </h2>,
  )
  expect(container).toHaveTextContent('Di tengah-tengah bandar')
  expect(container.querySelector('.whitespace-nowrap')).toHaveTextContent(/^tengah-tengah$/)
})

test('Chinese may be broken where a mark without text says so', () => {
  const { container } = render(
    <h2>
      <WholeWords>就在武吉免登中心</WholeWords>
    </h2>,
  )
  expect(container.textContent).toBe('就在武吉免登中心')
  expect(container.querySelectorAll('wbr')).toHaveLength(2)
})
