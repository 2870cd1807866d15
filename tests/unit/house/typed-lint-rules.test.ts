// What lint sees only with the types of the code. They are computed once, for one invented module:
// a second process with all types would cost as much again.
import { execFileSync } from 'node:child_process'

const RULE = 'studio/text-alone'

const HEAD = `
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Lock } from 'lucide-react'
import { Fragment, type ReactNode, Suspense } from 'react'
import { Spinner } from '@/components/ui/spinner'
import type { Elements } from '@/components/ui/elements'
type Props = {
  busy: boolean; total: string; count: number; name: string | null; maybe?: string
  names: string[]; children: ReactNode; icon: ReactNode; slot: Elements
}
export function Snippets({ busy, total, count, name, maybe, names, children, icon, slot }: Props) {
  const t = useTranslations('payment')
  const at = (time: number) => String(time)
  const parts = names.map((one) => one + ', ')
  void [busy, total, count, name, maybe, names, children, icon, slot, t, at, parts]
  void [Link, Lock, Fragment, Spinner, Suspense]
  return [
`
const FOOT = `
  ]
}
`

const REFUSED: [what: string, jsx: string][] = [
  // What throws: something is put before the text, or the text is taken away.
  ['a spinner before text', '<button>{busy && <Spinner />}Pay</button>'],
  ['a spinner before a text of the dictionary', "<button>{busy && <Spinner />}{t('pay')}</button>"],
  ['something conditional after text', '<p>Total{busy && <b>!</b>}</p>'],
  ['one icon or the other before text', '<p>{busy ? <Lock /> : <Spinner />}Pause</p>'],
  ['a list before text', '<p>{names.map((one) => <b key={one}>{one}</b>)}Names</p>'],
  ['text that may be missing', "<p><b>Total</b>{busy && 'not yet'}</p>"],
  ['text or nothing', '<p><b>Total</b>{maybe}</p>'],
  ['text or an element', '<p><b>Total</b>{busy ? <i>–</i> : total}</p>'],
  ['text or an element, the other way round', '<p><b>Total</b>{busy ? total : <i>–</i>}</p>'],
  ['text with a fallback', "<p><b>Name</b>{name ?? 'none'}</p>"],
  ['an element with a key beside text', '<p><b key={total}>{total}</b> in all</p>'],
  ['a component beside text: it may render nothing', '<p><Spinner />Loading</p>'],
  ['a number that is nothing but 0', '<p><b>Names</b>{count && <i>{total}</i>}</p>'],
  ['what a component was given, beside something', '<p>{busy && <Spinner />}{children}</p>'],
  ['what a component was given, beside its text', '<p><b>Total</b>{icon}</p>'],
  ['a blank beside something conditional', "<p>{busy && <b>!</b>}{' '}<i>a</i></p>"],
  ['text in a component, beside something conditional', '<Link href="/">{busy && <b />}Pay</Link>'],
  ['text in a fragment', '<>Pay</>'],
  ['text in a fragment inside', '<div>{busy && <><Lock /> Pay</>}</div>'],
  [
    'text in a fragment with a key',
    '<p>{names.map((one) => <Fragment key={one}>{one}</Fragment>)}</p>',
  ],
  ['text in a Suspense', '<div><Suspense>{total}</Suspense></div>'],
  ['a fallback of text', '<Suspense fallback="Loading"><b>Total</b></Suspense>'],
  ['a fallback that a component was given', '<Suspense fallback={icon}><b>a</b></Suspense>'],
  ['text with an assertion of its type', '<p><b>Total</b>{(name as string)}</p>'],
  // What is not seen: the text changes in place.
  ['text and a value', '<p>Total {total}</p>'],
  ['two values', '<p>{total}{count}</p>'],
  ['a number sign and a number', '<p>#{count}</p>'],
  ['a value after an element', '<p><b>Total</b> {total}</p>'],
  ['a call after an element', '<p><b>At</b>{at(count)}</p>'],
  ['a text of the dictionary with a value', "<p><b>Pay</b>{t('pay', { total })}</p>"],
  ['one text of the dictionary or another', "<p><Lock />{t(busy ? 'paying' : 'pay')}</p>"],
  ['texts in a list', '<p>{parts}</p>'],
  ['texts in a list made there', '<p>{names.map((one) => one)}</p>'],
  ['a rich text with a value', "<p>{t.rich('pay', { total, b: (text) => <b>{text}</b> })}</p>"],
  [
    'a rich text with a value, kept',
    "((text: ReactNode) => <p>{text}</p>)(t.rich('pay', { total }))",
  ],
]

const ALLOWED: [what: string, jsx: string][] = [
  ['text by itself', '<p>Total</p>'],
  ['a value by itself', '<p>{total}</p>'],
  ['a value or nothing by itself', '<p>{busy && total}</p>'],
  ['a value or an element by itself', '<p>{busy ? total : <b>–</b>}</p>'],
  ['what a component was given, by itself', '<p>{children}</p>'],
  ['one string of text and values', '<p>{`Total ${total}`}</p>'],
  ['a spinner before an element', '<button>{busy && <Spinner />}<span>Pay</span></button>'],
  ['a value in an element of its own', '<p>Total <b>{total}</b></p>'],
  ['constant text beside an icon', "<button><Lock />{t('pay')}</button>"],
  ['constant text beside a link', '<p>Read <Link href="/">this</Link>.</p>'],
  ['constant texts of the dictionary', "<span> ({t('pay')})</span>"],
  ['a constant rich text', "<p>{t.rich('pay', { b: (text) => <b>{text}</b> })}</p>"],
  ['a rich text in an element with a key', "<p key={total}>{t.rich('pay', { total })}</p>"],
  ['elements that come and go', '<div>{busy && <b>!</b>}{names.length > 0 && <i>a</i>}</div>'],
  ['an element when there is a text', '<div>{maybe && <b>{maybe}</b>}<i>a</i></div>'],
  ['a slot for elements', '<div>{slot}<b>Total</b>{busy && slot}</div>'],
  ['a list of elements', '<ul>{names.map((one) => <li key={one}>{one}</li>)}<li>a</li></ul>'],
  ['a comment beside a value', '<p>{/* in ringgit */}{total}</p>'],
  ['a fallback of an element', '<Suspense fallback={<Spinner />}><b>Amount</b></Suspense>'],
  ['a fragment of elements', '<>{busy && <b>!</b>}<span>{total}</span></>'],
]

const COMPONENTS_REFUSED = [
  'export function TextOf({ text }: { text: string }) { return text }',
  'export const ChildrenOf = ({ children }: { children: ReactNode }) => children',
  'export const ThisOrThat = ({ text }: { text: string }) => (text ? text : <b>–</b>)',
]
const COMPONENTS_ALLOWED = [
  'export const Total = ({ text }: { text: string }) => <b>{text}</b>',
  'export const textOf = ({ text }: { text: string }) => text',
]

const UNHANDLED = [
  'export const forgets = () => {',
  '  forgotten()',
  '}',
  "export const misses = (a: 'b' | 'c') => {",
  '  switch (a) {',
  "    case 'b':",
  '      return 1',
  '  }',
  '  return 2',
  '}',
  'const forgotten = async () => 1',
  '',
]

const code =
  HEAD +
  [...REFUSED, ...ALLOWED].map(([, jsx]) => `(${jsx}),`).join('\n') +
  FOOT +
  [...COMPONENTS_REFUSED, ...COMPONENTS_ALLOWED, ...UNHANDLED].join('\n')

describe('the lint rules that need types', () => {
  const snippets = [{ path: 'components/ui/spinner.tsx', code, types: true, lines: true }]
  const [objections = []] = JSON.parse(
    execFileSync(process.execPath, ['tests/support/lint-snippets.mjs'], {
      input: JSON.stringify(snippets),
    }).toString(),
  ) as string[][]
  const lines = code.split('\n')
  const objectsTo = (part: string, rule = RULE) => {
    const start = `${lines.findIndex((line) => line.includes(part)) + 1} `
    return objections.some((one) => one === start + rule)
  }

  test('refuse a promise that nobody waits for and a case that nobody handles', () => {
    expect(objectsTo('  forgotten()', '@typescript-eslint/no-floating-promises')).toBe(true)
    expect(objectsTo('switch (a)', '@typescript-eslint/switch-exhaustiveness-check')).toBe(true)
  })

  test.each(REFUSED)('refuse text that has siblings: %s', (_, part) => {
    expect(objectsTo(part)).toBe(true)
  })

  test.each(ALLOWED)('allow %s', (_, part) => {
    expect(objectsTo(part)).toBe(false)
  })

  test.each(COMPONENTS_REFUSED)('refuse a component that renders bare text: %s', (part) => {
    expect(objectsTo(part)).toBe(true)
  })

  test.each(COMPONENTS_ALLOWED)('allow a component that renders an element: %s', (part) => {
    expect(objectsTo(part)).toBe(false)
  })
})
