'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef } from 'react'
import { SelectRows, useSelected } from '@/components/admin/shared/select-rows'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import type { InboxState } from '@/lib/admin/inbox/rules'
import type { ThreadAct, ThreadsChanged } from '@/lib/contacts/schema'
import { UNDO_SECONDS } from '@/lib/undo'

type Act = Exclude<ThreadAct, 'reopen'>
/** `at`: back to what was before that moment. */
type Call = { ids: readonly number[]; act: ThreadAct; at?: string }

const ACTS: Record<InboxState, readonly Act[]> = {
  new: ['archive', 'answer'],
  answered: ['archive'],
  archived: ['restore'],
}
/** A search finds threads of every state. */
const ACTS_OF_ALL: readonly Act[] = ['archive', 'answer', 'restore']

/** What takes an act back, of all that it changed at that moment. */
const BACK: Record<Act, (done: { ids: readonly number[]; at: string }) => Call> = {
  archive: (done) => ({ ...done, act: 'restore' }),
  answer: (done) => ({ ...done, act: 'reopen' }),
  restore: ({ ids }) => ({ ids, act: 'archive' }),
}

type Props = {
  /** Null while a search looks in all of them. */
  state: InboxState | null
  /** The list: each row by the newest of its messages, with the name of who wrote. */
  children: ReactNode
  /** There is no row. */
  isEmpty: boolean
}

/**
 * One act on several threads of the list, or on the one that is swiped to the left. For some seconds
 * it can be undone.
 */
export function SelectThreads({ state, children, isEmpty }: Props) {
  const t = useTranslations('admin.inbox')
  const acts = useTranslations('admin.acts')
  const { send, refresh, pending, succeeded } = useSave()
  // One after the other: a row may be swiped, or an act undone, while another is on its way.
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const change = (call: Call): Promise<ThreadsChanged | null> => {
    const ask = async () => {
      const answer = await send<ThreadsChanged>('PATCH', '/api/admin/contacts', call)
      refresh()
      return answer.ok ? answer.data : null
    }
    const now = before.current.then(ask, ask)
    before.current = now
    return now
  }
  const perform = async (ids: readonly number[], act: Act, done: (changed: number) => string) => {
    const answer = await change({ ids, act })
    if (!answer) return false
    const { changed, at } = answer
    const undo = async () => {
      const call = BACK[act]({ ids, at })
      const back = await change(call)
      // Somebody else was faster: the notice says the present state.
      const now = call.act === 'reopen' ? 'answer' : call.act
      if (back) succeeded(back.changed > 0 ? acts('undone') : t(`select.done.${now}`, { count: 0 }))
    }
    succeeded(done(changed), {
      duration: UNDO_SECONDS * 1_000,
      ...(changed > 0 && { action: { label: acts('undo'), onClick: () => void undo() } }),
    })
    return true
  }
  const performSelected = (ids: readonly number[], act: Act) =>
    perform(ids, act, (changed) => t(`select.done.${act}`, { count: changed }))

  return (
    <SelectRows
      isEmpty={isEmpty}
      words={{
        begin: t('select.begin'),
        end: t('select.end'),
        all: t('select.all'),
        acts: t('select.acts'),
      }}
      says={({ length: count }) => [t('select.count', { count })]}
      acts={
        <Acts
          acts={state ? ACTS[state] : ACTS_OF_ALL}
          pending={pending}
          perform={performSelected}
        />
      }
      swipe={({ dataset: { row, name = '' } }) =>
        perform([Number(row)], 'archive', (changed) =>
          changed > 0 ? t('archived', { name }) : t('select.done.archive', { count: 0 }),
        )
      }
    >
      {children}
    </SelectRows>
  )
}

type ActsProps = {
  acts: readonly Act[]
  pending: boolean
  /** Answers whether it was done. */
  perform: (ids: readonly number[], act: Act) => Promise<boolean>
}

function Acts({ acts, pending, perform }: ActsProps) {
  const t = useTranslations('admin.inbox')
  const { values, end } = useSelected()
  const performAndEnd = async (act: Act) => {
    if (await perform(values, act)) end()
  }
  return acts.map((act) => (
    <Button
      key={act}
      variant={act === acts[0] ? 'default' : 'outline'}
      pending={pending}
      disabled={values.length === 0}
      onClick={() => void performAndEnd(act)}
    >
      {t(act === 'answer' ? 'select.answer' : act)}
    </Button>
  ))
}
