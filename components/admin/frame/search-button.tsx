'use client'
import { createContext, useContext } from 'react'
import { Button } from '@/components/ui/button'
import { SearchIcon } from './icons'

type Search = { label: string; open: () => void; prepare: () => void }

/** 'none' for whoever may not search. */
export const SearchContext = createContext<Search | 'none' | null>(null)

/** Opens the search of the console, whose code a finger or pointer on it already loads. */
export function SearchButton() {
  const search = useContext(SearchContext)
  if (!search) throw new Error('The search button needs a SearchFrame around it')
  if (search === 'none') return null
  return (
    <Button
      variant="ghost"
      size="sm"
      className="h-11 shrink-0 flex-col gap-0.5 px-2 text-xs lg:flex-row lg:text-sm"
      onPointerEnter={search.prepare}
      onClick={(event) => {
        // Safari focuses no button that is pressed, and the focus returns to it.
        event.currentTarget.focus()
        search.open()
      }}
    >
      <SearchIcon />
      <span>{search.label}</span>
    </Button>
  )
}
