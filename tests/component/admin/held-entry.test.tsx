// What a pointer does to an entry while the page is scrolled under it (fullcalendar 3487).
import { act, renderHook, waitFor } from '@testing-library/react'
import { followPointer } from '@/components/admin/calendar/follow-pointer'
import { useHeldEntry, type Held } from '@/components/admin/calendar/use-held-entry'
import type { Entry } from '@/lib/admin/calendar/schema'

jest.mock('@/components/admin/calendar/follow-pointer', () => ({ followPointer: jest.fn() }))

const SIZE = { columns: 1, first: 9, last: 21 }
const HOUR = 40

test.each([
  ['length', 2],
  ['place', 11],
])(
  'scrolled by two hours under a still pointer, its %s follows the hours',
  async (change, what) => {
    let top = 100
    const grid = document.createElement('div')
    grid.innerHTML = '<div data-hours><div data-item><button></button></div></div>'
    const box = (y: number, height: number) => () => new DOMRect(0, y, 100, height)
    const [hours, item, handle] = ['[data-hours]', '[data-item]', 'button'].map(
      (name) => grid.querySelector<HTMLElement>(name) as HTMLElement,
    ) as [HTMLElement, HTMLElement, HTMLElement]
    grid.getBoundingClientRect = () => box(top, 12 * HOUR)()
    hours.getBoundingClientRect = () => box(top, 12 * HOUR)()
    item.getBoundingClientRect = () => box(top, HOUR)()
    if (change === 'length') handle.dataset.handle = ''
    const drop = jest.fn<void, [Held]>()
    const { result } = renderHook(() =>
      useHeldEntry({ grid: { current: grid }, size: SIZE, columnOf: () => 0, say: () => {}, drop }),
    )
    const entry = { from: '09:00', to: '10:00' } as Entry
    const pressed = { button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse', clientX: 10 }
    result.current.press(entry, handle, { ...pressed, clientY: 110 } as unknown as PointerEvent)
    await waitFor(() => expect(followPointer).toHaveBeenCalled())
    const followed = jest.mocked(followPointer).mock.lastCall?.[1]
    act(() => followed?.start())
    top -= 2 * HOUR
    act(() => followed?.end({ x: 10, y: 110 }))
    const [dropped] = drop.mock.lastCall ?? []
    expect(dropped?.change).toBe(change)
    expect(change === 'length' ? dropped?.spot.hours : dropped?.spot.from).toBe(
      change === 'length' ? 1 + what : what,
    )
  },
)
