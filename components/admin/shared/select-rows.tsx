'use client'
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '@/components/ui/button'
import { comeBack, useRowGestures } from './use-row-gestures'

/** What a list says of selecting; `acts` names the bar of what is done with the selected. */
type SelectWords = Record<'begin' | 'end' | 'all' | 'acts', string>

type Selected = {
  /** The values of the boxes that are ticked, in the order of the list. */
  values: readonly number[]
  /** Gives the selection up. */
  end: () => void
}

const SelectedContext = createContext<Selected | null>(null)

/** What is selected, for the acts in the bar of `SelectRows`. */
export function useSelected(): Selected {
  const selected = useContext(SelectedContext)
  if (!selected) throw new Error('Acts on selected rows need SelectRows around them')
  return selected
}

type Props = {
  words: SelectWords
  /** The sentences beside the acts. */
  says: (values: readonly number[]) => readonly string[]
  /** What is done with the selected, whom it gets by `useSelected`. */
  acts: ReactElement
  /** For rows with `data-swipe`, pushed to the left; one that answers false comes back. */
  swipe?: (row: HTMLElement) => Promise<boolean>
  /** The list: rows `[data-row]`, each with a `RowBox`. */
  children: ReactNode
  /** There is no row: children say so. */
  isEmpty?: boolean
}

/** Rows of a list are selected by the button or by a finger that rests on one, and given up by Escape. */
export function SelectRows({ words, says, acts, swipe, children, isEmpty = false }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const begin = useRef<HTMLButtonElement>(null)
  const [isSelecting, setSelecting] = useState(false)
  const [values, setValues] = useState<readonly number[]>([])
  const recount = () => setValues(tickedIn(list.current))
  useEffect(() => {
    // The rows were read again: what is still there stays, whole.
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-swiped]') ?? [])
      comeBack(row)
    setValues(tickedIn(list.current))
  }, [children])

  const hadRows = useRef(false)
  useEffect(() => {
    // The button that had the focus went with the last row.
    if (isEmpty && hadRows.current && document.activeElement === document.body)
      list.current?.focus()
    hadRows.current = !isEmpty
  }, [isEmpty])

  const tickAll = (isTicked: boolean) => {
    for (const box of boxesIn(list.current)) box.checked = isTicked
    recount()
  }
  const end = () => {
    tickAll(false)
    setSelecting(false)
    begin.current?.focus()
  }
  const gestures = useRowGestures(isSelecting, {
    hold(row) {
      const box = row.querySelector('input')
      if (box) box.checked = true
      setSelecting(true)
      recount()
    },
    swipe:
      swipe &&
      (async (row) => {
        if (!(await swipe(row))) comeBack(row)
      }),
  })

  return (
    <div
      ref={list}
      tabIndex={-1}
      data-selecting={isSelecting || undefined}
      className="group/rows grid min-w-0 gap-3"
      onChange={recount}
      onKeyDown={({ key }) => key === 'Escape' && isSelecting && end()}
      {...gestures}
    >
      <div hidden={isEmpty} className="flex flex-wrap gap-2">
        <Button
          ref={begin}
          variant="outline"
          size="sm"
          className="h-11"
          onClick={() => (isSelecting ? end() : setSelecting(true))}
        >
          {isSelecting ? words.end : words.begin}
        </Button>
        {isSelecting && (
          <Button variant="ghost" size="sm" className="h-11" onClick={() => tickAll(true)}>
            {words.all}
          </Button>
        )}
      </div>
      <div className="contents">{children}</div>
      {isSelecting && !isEmpty && (
        <div role="group" aria-label={words.acts} className={ACTS_BAR}>
          <output className="mr-auto text-sm text-muted max-sm:basis-full">
            {says(values).map((sentence) => (
              <span key={sentence} className="block">
                {sentence}
              </span>
            ))}
          </output>
          <SelectedContext value={{ values, end }}>{acts}</SelectedContext>
        </div>
      )}
    </div>
  )
}

const boxesIn = (list: HTMLElement | null, which = '') => [
  ...(list?.querySelectorAll<HTMLInputElement>(`input[name="row"]${which}`) ?? []),
]
const tickedIn = (list: HTMLElement | null) =>
  boxesIn(list, ':checked').map(({ value }) => Number(value))

// Above the console's bar.
const ACTS_BAR =
  'sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 -mx-4 flex flex-wrap items-center ' +
  'gap-2 border-t border-line bg-ground px-4 py-3 lg:bottom-0'
