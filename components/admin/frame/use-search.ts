'use client'
import { useEffect, useState } from 'react'
import { useRead } from '@/components/admin/shared/use-save'
import type { Found } from '@/lib/admin/search/schema'

const PAUSE_MS = 150

type Answer = { query: string; attempt: number; found: Found | null }

/**
 * What the text as it is now finds, asked in a pause of typing: an answer to a former text is never
 * shown. `found` is null until then; `failed` when it could not be read.
 */
export function useSearch(typed: string) {
  const read = useRead()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [attempt, setAttempt] = useState(0)
  const query = typed.trim()
  useEffect(() => {
    if (query === '') return
    let current = true
    const timer = setTimeout(() => {
      void read<Found>(`/api/admin/search?${new URLSearchParams({ query })}`).then(
        (found) => current && setAnswer({ query, attempt, found }),
      )
    }, PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [read, query, attempt])
  const known = answer?.query === query && answer.attempt === attempt ? answer : null
  return {
    query,
    found: known?.found ?? null,
    failed: known !== null && known.found === null,
    retry: () => setAttempt(attempt + 1),
  }
}
