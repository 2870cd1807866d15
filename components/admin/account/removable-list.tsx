import { useState } from 'react'
import { Confirm } from '@/components/admin/shared/dialogs'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import type { Elements } from '@/components/ui/elements'

type Row = {
  id: number
  name: string
  /** When it was made and used last. */
  times: string
  /** What its button is called beside the others. */
  removes: string
  /** What is asked before it is removed. */
  question: string
}
type Props = {
  rows: readonly Row[]
  /** The address of all of them; one has its id after it. */
  path: string
  words: { remove: string; removed: string; text: string }
  onRemoved?: (id: number) => void
}

/** What the user has made and can remove, each after a question; nothing where there is none. */
export function RemovableList({ rows, path, words, onRemoved }: Props) {
  const { send, refresh, pending, succeeded } = useSave()
  const [removing, setRemoving] = useState<Row | null>(null)
  const remove = async ({ id }: Row) => {
    const answer = await send('DELETE', `${path}/${id}`)
    setRemoving(null)
    if (!answer.ok) return
    onRemoved?.(id)
    succeeded(words.removed)
    refresh()
  }
  if (rows.length === 0) return null
  return (
    <>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <RemovableRow
            key={row.id}
            name={<span className="font-medium">{row.name}</span>}
            times={<span>{row.times}</span>}
            remove={words.remove}
            removes={row.removes}
            pending={pending}
            press={() => setRemoving(row)}
          />
        ))}
      </ul>
      {removing && (
        <Confirm
          title={removing.question}
          text={words.text}
          action={words.remove}
          pending={pending}
          confirm={() => void remove(removing)}
          close={() => setRemoving(null)}
        />
      )}
    </>
  )
}

type RowProps = {
  name: Elements
  times: Elements
  remove: string
  removes: string
  pending: boolean
  /** Absent: it stays. */
  press?: (() => void) | undefined
}

/** A line with what was made, when, and the button that removes it. */
export const RemovableRow = ({ name, times, remove, removes, pending, press }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line pb-3 text-sm">
    <div className="min-w-0">
      <p className="wrap-anywhere">{name}</p>
      <p className="figures text-muted">{times}</p>
    </div>
    {press && (
      <Button variant="outline" size="sm" disabled={pending} aria-label={removes} onClick={press}>
        {remove}
      </Button>
    )}
  </li>
)
