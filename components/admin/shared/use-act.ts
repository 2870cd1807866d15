'use client'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { UNDO_SECONDS } from '@/lib/undo'
import { useSave, type Saved } from './use-save'

/** A booking after an act, and how to take it back. */
export type Undoable = { id: number; undo?: { id: string; until: string } | null }
type Act<T> = {
  method: 'POST' | 'PATCH'
  path: string
  body: unknown
  /** What is told the owner. */
  said: string | ((data: T) => string)
  /** Called once it was taken back. */
  undone?: () => void
}

// What cannot be reached cannot be read again: the router would leave the page.
const isAnswered = (result: Saved<unknown>) => result.ok || result.code !== 'unreachable'

/**
 * What the owner does with a booking: done at once, and for some seconds it can be taken back, before
 * anybody is told. `changed` is called after either. Needs the messages admin.acts.
 */
export function useAct(changed: () => void) {
  const t = useTranslations('admin.acts')
  const { send, pending, succeeded } = useSave()
  const undo = useCallback(
    async ({ id, undo: act }: Undoable, undone?: () => void) => {
      const result = await send('POST', `/api/admin/bookings/${id}/undo`, { act: act?.id })
      if (result.ok) {
        succeeded(t('undone'))
        undone?.()
      }
      if (isAnswered(result)) changed()
    },
    [send, t, changed, succeeded],
  )
  const act = useCallback(
    async <T extends Undoable>({ method, path, body, said, undone }: Act<T>): Promise<T | null> => {
      const result = await send<T>(method, path, body)
      if (!result.ok) {
        if (isAnswered(result)) changed()
        return null
      }
      const { data } = result
      succeeded(typeof said === 'string' ? said : said(data), {
        duration: UNDO_SECONDS * 1_000,
        ...(data.undo && { action: { label: t('undo'), onClick: () => void undo(data, undone) } }),
      })
      changed()
      return data
    },
    [send, t, changed, undo, succeeded],
  )
  return { act, pending }
}
