'use client'
import { useEffect, useState } from 'react'
import { useRead } from '@/components/admin/shared/use-save'
import type { FoundPerson } from '@/lib/admin/customers/schema'

const FEWEST = 2
const PAUSE_MS = 200

/**
 * Whom the typed name or number may be: read in a pause of typing, and only ever what was found for
 * the text as it is now. `people` is null until then; `failed` when it could not be read.
 */
export function usePeople(typed: string): { people: FoundPerson[] | null; failed: boolean } {
  const read = useRead()
  const [answer, setAnswer] = useState<{ query: string; people: FoundPerson[] | null } | null>(null)
  const query = typed.trim()
  useEffect(() => {
    if ([...query].length < FEWEST) return
    let current = true
    const timer = setTimeout(() => {
      void read<FoundPerson[]>(`/api/admin/people?${new URLSearchParams({ query })}`).then(
        (people) => current && setAnswer({ query, people }),
      )
    }, PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [read, query])
  const known = answer?.query === query ? answer : null
  return { people: known?.people ?? null, failed: known !== null && known.people === null }
}
