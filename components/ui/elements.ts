import type { ReactElement } from 'react'

/** The children of a component that has something beside them: elements, never bare text. */
export type Elements = ReactElement | readonly Elements[] | '' | false | null | undefined
