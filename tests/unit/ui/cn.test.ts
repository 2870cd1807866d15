import { cn } from '@/components/ui/cn'

test('joins what is there', () => {
  expect(cn('grid gap-3', false, null, undefined, '', 'sm:grid-cols-2')).toBe(
    'grid gap-3 sm:grid-cols-2',
  )
  expect(cn()).toBe('')
})

test.each([
  [
    'a size',
    'w-full h-12 px-3.5 text-base text-fg',
    'h-11 min-w-0 text-sm',
    'w-full px-3.5 text-fg h-11 min-w-0 text-sm',
  ],
  [
    'a badge',
    'rounded-full px-2.5 py-0.5 text-xs bg-tungsten/12 text-tungsten',
    'bg-ground/80 px-3 py-1 text-sm',
    'rounded-full text-tungsten bg-ground/80 px-3 py-1 text-sm',
  ],
  [
    'size over height and width',
    'block h-auto w-full object-cover',
    'size-full',
    'block object-cover size-full',
  ],
  ['padding on all sides over one axis', 'px-3 pt-1 gap-x-2', 'p-5 gap-4', 'p-5 gap-4'],
  ['one axis beside all sides', 'p-5', 'px-3', 'p-5 px-3'],
  ['both sides over one', 'pr-10 pt-1', 'px-4', 'pt-1 px-4'],
  [
    'alignment and weight',
    'items-start justify-between font-medium',
    'items-center justify-center font-semibold',
    'items-center justify-center font-semibold',
  ],
  ['display', 'inline-flex items-center', 'hidden', 'items-center hidden'],
  ['the border’s width, not its colour', 'border border-line', 'border-0', 'border-line border-0'],
  [
    'one side of the border',
    'border-t border-line lg:border-t-0',
    'border-t-0',
    'border-line lg:border-t-0 border-t-0',
  ],
  [
    'the border’s colour, not its width',
    'border border-line',
    'border-tungsten',
    'border border-tungsten',
  ],
  ['negative margins', 'mt-2', '-mt-4', '-mt-4'],
])('the later wins: %s', (_what, own, callers, joined) => {
  expect(cn(own, callers)).toBe(joined)
})

test.each([
  ['variants', 'gap-5 sm:p-6 hover:bg-card', 'p-8 bg-line sm:gap-6'],
  ['what is important', 'text-muted! hover:bg-line!', 'text-sm text-fg hover:bg-card'],
  ['limits', 'h-9 w-full', 'min-h-9 max-w-sm'],
  ['colour, size and alignment of text', 'text-muted text-sm', 'text-left text-balance'],
  ['sides of a border', 'border border-line', 'border-l-4 border-l-tungsten'],
])('keeps both: %s', (_what, own, callers) => {
  expect(cn(own, callers)).toBe(`${own} ${callers}`)
})
