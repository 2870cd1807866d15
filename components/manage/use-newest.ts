import { useState } from 'react'

/** State that begins with a server's value, and gives way to a newer one. */
export function useNewest<T>(initial: T) {
  const [value, setValue] = useState(initial)
  const [read, setRead] = useState(initial)
  // The server's part of the page was read again: it is newer than what a call has answered.
  if (read !== initial) {
    setRead(initial)
    setValue(initial)
  }
  return [value, setValue] as const
}
