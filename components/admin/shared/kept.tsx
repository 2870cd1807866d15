'use client'
import {
  createContext,
  Fragment,
  type ReactElement,
  useCallback,
  useContext,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import type { Elements } from '@/components/ui/elements'

type Show = (id: string, dialog: ReactElement | null) => void

const Frame = createContext<Show | null>(null)
const Leave = createContext<() => void>(() => {})

/** Shows the dialogs that are opened inside. Around what does not go when a row goes. */
export function DialogFrame({ children }: { children: Elements }) {
  const [dialogs, setDialogs] = useState<ReadonlyMap<string, ReactElement>>(new Map())
  const show = useCallback<Show>(
    (id, dialog) =>
      setDialogs((before) => {
        const next = new Map(before)
        if (dialog) next.set(id, dialog)
        else next.delete(id)
        return next
      }),
    [],
  )
  return (
    <Frame value={show}>
      {children}
      {[...dialogs].map(([id, dialog]) => (
        <Fragment key={id}>{dialog}</Fragment>
      ))}
    </Frame>
  )
}

type Props = {
  close: () => void
  /** Closed by what useLeave returns. */
  children: ReactElement
}

/**
 * An open dialog that is shown by the frame around, not by the row that opened it: when another person
 * removes that row, or moves it elsewhere, the dialog stays with what was typed in it.
 */
export function Kept({ close, children }: Props) {
  const show = useContext(Frame)
  const id = useId()
  const leave = () => {
    close()
    show?.(id, null)
  }
  const dialog = <Leave value={leave}>{children}</Leave>
  useLayoutEffect(() => show?.(id, dialog))
  return show ? null : dialog
}

/** Closes the dialog around. */
export const useLeave = () => useContext(Leave)
