import type { RefObject } from 'react'

type Props = {
  /** A button beside it presses it. */
  input: RefObject<HTMLInputElement | null>
  accept: string
  label: string
  onChosen: (file: File) => void
}

/** The file field behind a button of its own. */
export function HiddenFile({ input, accept, label, onChosen }: Props) {
  return (
    <input
      ref={input}
      type="file"
      accept={accept}
      aria-label={label}
      className="sr-only"
      tabIndex={-1}
      onChange={({ target }) => {
        const [chosen] = target.files ?? []
        if (chosen) onChosen(chosen)
        target.value = '' // So that the same file can be chosen again.
      }}
    />
  )
}
