'use client'
import type { ReactNode } from 'react'
import { SearchContext } from './search-button'

/** The screens inside have no search. */
export const NoSearch = ({ children }: { children: ReactNode }) => (
  <SearchContext value="none">
    <div className="contents">{children}</div>
  </SearchContext>
)
