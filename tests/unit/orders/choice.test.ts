import { choiceIn } from '@/components/orders/choice'

const read = (query: string) => choiceIn(new URLSearchParams(query))

test.each([
  '',
  'tier=basic',
  'tier=basic&duration=60-120s',
  'tier=basic&price=80',
  'duration=60-120s&price=80',
  'tier=gold&duration=60-120s&price=80',
  'tier=basic&duration=%3E10+mins&price=0',
  'tier=basic&duration=60-120s&price=',
])('nothing is selected by %j', (query) => expect(read(query)).toBeNull())

test.each([
  ['80', 8000],
  ['80.00', 8000],
  ['1', 100],
  ['0', 0],
  ['abc', null],
  ['-5', null],
  ['1e9', null],
])('the price %j is what the link claims, and selects nothing', (price, claimed) => {
  expect(read(`tier=basic&duration=60-120s&price=${price}`)).toEqual({
    tier: 'basic',
    length: '60-120s',
    rush: false,
    claimed,
  })
})

test.each([
  ['true', true],
  ['false', false],
  ['1', false],
  ['', false],
])('rush=%s is read', (rush, wanted) => {
  expect(read(`tier=premium&duration=%3C60s&price=150&rush=${rush}`)?.rush).toBe(wanted)
})
