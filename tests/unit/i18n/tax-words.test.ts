// Whether a price has tax on it is a setting: no sentence that visitors read says so by itself.
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'

type Tree = { [key: string]: string | Tree }

// The console speaks to the owner; receipts and mails say what was charged.
const NOT_PAGES = ['admin', 'receipt', 'mail']
// Shown by `taxFacts` only where it is so.
const CHOSEN = ['payment.summary.withTax', 'booking.bar.ready']
const CLAIMS: [Tree, RegExp][] = [
  [
    en,
    /\b(with|before|after|plus|includ\w+|exclud\w+)( of)?( the)?( \S+)? tax\b|\btax(es)? includ/i,
  ],
  [ms, /(termasuk|berserta|dengan|sebelum|tidak termasuk|campur)( \S+)? cukai/i],
  [zh, /(含|未含|不含|连同|包括|另加)[^。，]{0,3}税/],
]

const sentences = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : sentences(value, `${prefix}${key}.`),
  )

test.each([
  ['en', 0],
  ['ms', 1],
  ['zh', 2],
] as const)('only chosen sentences of %s claim a tax', (_language, at) => {
  const [tree, claim] = CLAIMS[at] ?? [{}, /$^/]
  const claiming = sentences(tree).filter(
    ([key, text]) => !NOT_PAGES.includes(key.split('.')[0] ?? '') && claim.test(text),
  )
  expect(claiming.length).toBeGreaterThan(CHOSEN.length) // the pattern finds what it looks for
  expect(
    claiming.filter(([key, text]) => !CHOSEN.includes(key) && !text.includes('{charge, select,')),
  ).toEqual([])
})
