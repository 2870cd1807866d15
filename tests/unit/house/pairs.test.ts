import type { Act, Subject } from '@/tests/history/act'
import { inOrder, missingAfter, poorest } from '@/tools/checks/pairs/choose'
import {
  Cover,
  pairOf,
  unknownNames,
  whyNever,
  whyNeverTo,
  type Note,
} from '@/tools/checks/pairs/cover'
import { storyText } from '@/tools/checks/pairs/story-text'
import { countsOf, countsText, linesOf, rowsOf, untrueReasons } from '@/tools/checks/pairs/table'

const act = (fields: Partial<Act>): Act => ({
  group: 'owner',
  on: ['booking'],
  promises: '',
  possible: async () => true,
  run: async () => '',
  ...fields,
})
const ACTS = {
  buy: act({ begins: 'booking' }),
  cancel: act({}),
  refund: act({ on: ['booking', 'order'] }),
  order: act({ begins: 'order', on: ['order'] }),
  prices: act({ on: 'everything' }),
  tick: act({ on: 'everything', carries: true }),
  hold: act({ begins: 'booking', leaves: ['pending'], gives: 'asked' }),
  extend: act({ needs: ['confirmed', 'completed'] }),
  dispute: act({ on: ['booking', 'order'], takes: 'paid' }),
  pay: act({ on: ['booking', 'order'], takes: 'asked', needs: ['pending'] }),
  restore: act({ never: { buy: 'nothing is cancelled yet' } }),
}
const ONE: Subject = 'booking 1'
const OTHER: Subject = 'booking 2'

const noted = (...notes: (Partial<Note> & { act: string })[]): Cover => {
  const cover = new Cover(ACTS)
  cover.begin(7)
  for (const note of notes)
    cover.note({
      refused: null,
      touched: [ONE],
      touchesAll: false,
      there: new Map([[ONE, ['an hour']]]),
      ...note,
    })
  return cover
}
const pairsOf = (cover: Cover, isApart = false): string[] =>
  [...cover.pairs]
    .filter(([, { apart }]) => (apart ?? false) === isApart)
    .map(([pair]) => pair)
    .sort()
const everything = { touched: [], touchesAll: true }

describe('the pairs that a history reaches', () => {
  test('an act follows the one before it on the same booking', () => {
    expect(pairsOf(noted({ act: 'buy' }, { act: 'cancel' }, { act: 'refund' }))).toEqual([
      pairOf('buy', 'cancel'),
      pairOf('cancel', 'refund'),
    ])
  })

  test('an act on another booking comes between nothing, and follows nothing', () => {
    const there = new Map<Subject, string[]>([
      [ONE, []],
      [OTHER, []],
    ])
    const cover = noted(
      { act: 'buy', there },
      { act: 'cancel', touched: [OTHER], there },
      { act: 'refund', there },
    )
    expect(pairsOf(cover)).toEqual([pairOf('buy', 'refund')])
  })

  test('an act follows all that was done to the booking before, apart', () => {
    const steps = [{ act: 'buy' }, { act: 'cancel' }, { act: 'refund' }]
    expect(pairsOf(noted(...steps), true)).toEqual([pairOf('buy', 'refund')])
    expect(pairsOf(noted(...steps, { act: 'cancel', refused: '409' }), true)).toEqual([
      pairOf('buy', 'refund'),
      pairOf('cancel', 'cancel'),
    ])
  })

  test('what is done at once takes the place of what was done apart', () => {
    const cover = noted({ act: 'buy' }, { act: 'cancel' }, { act: 'refund' })
    cover.begin(8)
    for (const act of ['buy', 'refund'])
      cover.note({
        ...{ act, refused: null, touched: [ONE], touchesAll: false },
        there: new Map([[ONE, []]]),
      })
    expect(cover.pairs.get(pairOf('buy', 'refund'))).toEqual({ history: 8, refused: null })
  })

  test('what one process has reached another learns, once', () => {
    const [one, other] = [noted({ act: 'buy' }, { act: 'cancel' }), new Cover(ACTS)]
    other.learn(one.takeNews())
    expect([other.pairs, other.attributes]).toEqual([one.pairs, one.attributes])
    expect(one.takeNews()).toEqual([])
    expect(other.takeNews()).toEqual([])
  })

  test('what only brings something comes between, and is a pair too', () => {
    const cover = noted({ act: 'buy' }, { act: 'tick', ...everything }, { act: 'cancel' })
    expect(pairsOf(cover)).toEqual([
      pairOf('buy', 'cancel'),
      pairOf('buy', 'tick'),
      pairOf('tick', 'cancel'),
    ])
  })

  test('a new booking follows what was done to everything before', () => {
    expect(
      pairsOf(noted({ act: 'prices', ...everything, there: new Map() }, { act: 'buy' })),
    ).toEqual([pairOf('prices', 'buy')])
  })

  test('what was refused is reached, and followed by nothing', () => {
    const cover = noted(
      { act: 'buy' },
      { act: 'cancel', refused: '409 not_changeable' },
      { act: 'refund' },
    )
    expect(pairsOf(cover)).toEqual([pairOf('buy', 'cancel'), pairOf('buy', 'refund')])
    expect(cover.pairs.get(pairOf('buy', 'cancel'))).toEqual({
      history: 7,
      refused: '409 not_changeable',
    })
  })

  test('what is done later takes the place of what was refused', () => {
    const cover = noted({ act: 'buy' }, { act: 'cancel', refused: '409' }, { act: 'cancel' })
    expect(cover.pairs.get(pairOf('buy', 'cancel'))?.refused).toBeNull()
  })

  test('an act is counted with what its booking is like', () => {
    expect([...noted({ act: 'buy' }).attributes.keys()]).toEqual([pairOf('an hour', 'buy')])
  })

  test('another history begins with nothing before', () => {
    const cover = noted({ act: 'buy' })
    cover.begin(8)
    expect(cover.before(ONE)).toEqual([])
  })

  test('nothing follows what was done to a booking that is gone', () => {
    const cover = noted({ act: 'buy' }, { act: 'tick', ...everything, there: new Map() })
    expect(cover.before(ONE)).toEqual(['tick'])
  })
})

describe('what is impossible', () => {
  test.each([
    ['cancel', 'order', 'one is done to bookings, the other to orders'],
    ['cancel', 'buy', 'it makes a new one, to which nothing was done before'],
    ['buy', 'restore', 'nothing is cancelled yet'],
    [
      'hold',
      'extend',
      'one leaves it pending, the other is done to what is confirmed or completed',
    ],
    ['hold', 'dispute', 'nothing is paid yet'],
    ['hold', 'pay', null],
    ['buy', 'dispute', null],
    ['prices', 'buy', null],
    ['refund', 'cancel', null],
    ['tick', 'refund', null],
  ])('after “%s”, “%s”: %s', (before, next, reason) => {
    expect(whyNever(ACTS, before, next)).toBe(reason)
  })

  test('an order is not like what only bookings are', () => {
    const hour = { name: 'an hour', on: ['booking'] as const }
    expect(whyNeverTo(ACTS, hour, 'order')).toBe('only a booking is like that')
    expect(whyNeverTo(ACTS, hour, 'refund')).toBeNull()
  })

  test('a reason that names no act is found', () => {
    expect(
      unknownNames({ ...ACTS, late: act({ never: { by: '' }, way: ['buy', 'bye'] }) }),
    ).toEqual(['late: by', 'late: bye'])
  })
})

describe('the next act', () => {
  const middling = { next: () => 0.5 }

  test('is one that reaches a new pair', () => {
    const cover = noted({ act: 'buy' }, { act: 'cancel' }, { act: 'cancel' })
    const at = { subject: ONE, attributes: ['an hour'] }
    const [first] = inOrder(middling, ACTS, cover, at)
    expect(pairsOf(cover)).not.toContain(pairOf('cancel', String(first)))
    expect(whyNever(ACTS, 'cancel', String(first))).toBeNull()
  })

  test('is each act at some time', () => {
    const at = { subject: ONE, attributes: [] }
    expect(inOrder(middling, ACTS, noted({ act: 'buy' }), at).sort()).toEqual(
      Object.keys(ACTS).sort(),
    )
  })

  test('comes after an act after which much is missing', () => {
    const cover = noted({ act: 'buy' }, { act: 'cancel' })
    expect(missingAfter(ACTS, cover, 'buy')).toBeCloseTo(6 / 7)
    expect(missingAfter(ACTS, cover, 'refund')).toBe(1)
    expect(missingAfter(ACTS, cover, poorest({ next: () => 0 }, ACTS, cover))).toBe(1)
  })
})

describe('the table', () => {
  const names = ['buy', 'cancel', 'order']
  const cover = noted({ act: 'buy' }, { act: 'cancel', refused: '409' })
  const why = (before: string, next: string) => whyNever(ACTS, before, next)
  const rows = rowsOf(names, names, cover.pairs, why)

  test('names what was reached and where, what cannot be and why, and what is missing', () => {
    expect(linesOf(rows[0]!)).toEqual([
      'buy →',
      '  reached: cancel 7 (409)',
      '  impossible, it makes a new one, to which nothing was done before: buy',
      '  impossible, one is done to bookings, the other to orders: order',
    ])
    expect(linesOf(rows[1]!).at(-1)).toBe('  not yet: cancel')
  })

  test('counts each pair once', () => {
    expect(countsOf(rows)).toEqual({
      ...{ all: 9, done: 0, apart: 0, refused: 1, never: 7, missing: 1 },
    })
    expect(countsText(countsOf(rows))).toBe(
      '9 pairs: 0 done, 1 refused (0 of these with acts between), 7 impossible, 1 not yet (50.0 % of the possible)',
    )
  })

  test('marks what was reached with acts between, which makes no reason untrue', () => {
    const apart = noted({ act: 'buy' }, { act: 'cancel' }, { act: 'restore' })
    expect(linesOf(rowsOf(['buy'], ['restore'], apart.pairs, why)[0]!)).toEqual([
      'buy →',
      '  reached: restore ~7',
    ])
    expect(untrueReasons(['buy'], ['restore'], apart.pairs, why)).toEqual([])
  })

  test('says which reasons are not true', () => {
    const untrue = noted({ act: 'buy' }, { act: 'restore' })
    expect(untrueReasons(['buy'], ['restore'], untrue.pairs, why)).toEqual([
      'buy → restore in history 7, though nothing is cancelled yet',
    ])
  })
})

test('a history is printed as a story that can be pasted', () => {
  const data = { part: 0.5, card: 'fpx', flag: true } as never
  const step = { kinds: ['cancel' as const], at: 0.25, plan: {}, data }
  expect(
    storyText('what #’s owner', [
      { step, read: ['part', 'card'] },
      { step: { ...step, on: ONE }, read: [] },
    ]),
  ).toBe(
    [
      "'what #’s owner': [",
      "  ['cancel', { at: 0.25, card: 'fpx', part: 0.5 }],",
      "  ['cancel', { on: 'booking 1' }],",
      '],',
    ].join('\n'),
  )
})
