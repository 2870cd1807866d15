'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import type { InboxState } from '@/lib/admin/inbox/rules'
import type { ThreadAct, ThreadsChanged } from '@/lib/contacts/schema'
import { UNDO_SECONDS } from '@/lib/undo'
import { comeBack, useThreadGestures } from './use-thread-gestures'

type Act = Exclude<ThreadAct, 'reopen'>
/** `at`: back to what was before that moment. */
type Call = { ids: number[]; act: ThreadAct; at?: string }

const ACTS: Record<InboxState, readonly Act[]> = {
  new: ['archive', 'answer'],
  answered: ['archive'],
  archived: ['restore'],
}

/** What takes an act back, of all that it changed at that moment. */
const BACK: Record<Act, (done: { ids: number[]; at: string }) => Call> = {
  archive: (done) => ({ ...done, act: 'restore' }),
  answer: (done) => ({ ...done, act: 'reopen' }),
  restore: ({ ids }) => ({ ids, act: 'archive' }),
}

type Props = {
  /** Null while a search looks in all of them. */
  state: InboxState | null
  /** The list: rows `[data-thread]`, each with a box to tick. */
  children: ReactNode
}

/**
 * One act on several threads of the list: chosen by the button or by a finger that rests on one; or
 * on the one that is swiped to the left. For some seconds it can be undone.
 */
export function SelectThreads({ state, children }: Props) {
  const t = useTranslations('admin.inbox')
  const acts = useTranslations('admin.acts')
  const { send, refresh, pending, succeeded } = useSave()
  const list = useRef<HTMLDivElement>(null)
  const begin = useRef<HTMLButtonElement>(null)
  const [isSelecting, setSelecting] = useState(false)
  const [count, setCount] = useState(0)
  const boxes = (which = '') => [
    ...(list.current?.querySelectorAll<HTMLInputElement>(`input[name="thread"]${which}`) ?? []),
  ]
  const recount = () => setCount(boxes(':checked').length)
  useEffect(() => {
    // The rows were read again: what is still there stays, whole.
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-swiped]') ?? [])
      comeBack(row)
    setCount(list.current?.querySelectorAll('input[name="thread"]:checked').length ?? 0)
  }, [children])

  const end = () => {
    for (const box of boxes()) box.checked = false
    setCount(0)
    setSelecting(false)
    begin.current?.focus()
  }
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
  const perform = async (ids: number[], act: Act, done: (changed: number) => string) => {
    const answer = await change({ ids, act })
    if (!answer) return false
    const { changed, at } = answer
    const undo = async () => {
      if (await change(BACK[act]({ ids, at }))) succeeded(acts('undone'))
    }
    succeeded(done(changed), {
      duration: UNDO_SECONDS * 1_000,
      ...(changed > 0 && { action: { label: acts('undo'), onClick: () => void undo() } }),
    })
    return true
  }
  const performSelected = async (act: Act) => {
    const ids = boxes(':checked').map((box) => Number(box.value))
    if (await perform(ids, act, (changed) => t(`select.done.${act}`, { count: changed }))) end()
  }

  const gestures = useThreadGestures(isSelecting, {
    hold(row) {
      const box = row.querySelector('input')
      if (box) box.checked = true
      setSelecting(true)
      recount()
    },
    async swipe(row) {
      const { thread, name = '' } = row.dataset
      const isDone = await perform([Number(thread)], 'archive', (changed) =>
        changed > 0 ? t('archived', { name }) : t('select.done.archive', { count: 0 }),
      )
      if (!isDone) comeBack(row)
    },
  })

  return (
    <div
      ref={list}
      data-selecting={isSelecting || undefined}
      className="group/threads grid min-w-0 gap-3"
      onChange={recount}
      onKeyDown={({ key }) => key === 'Escape' && isSelecting && end()}
      {...gestures}
    >
      <div className="flex flex-wrap gap-2">
        <Button
          ref={begin}
          variant="outline"
          size="sm"
          className="h-11"
          onClick={() => (isSelecting ? end() : setSelecting(true))}
        >
          {t(isSelecting ? 'select.end' : 'select.begin')}
        </Button>
        {isSelecting && (
          <Button
            variant="ghost"
            size="sm"
            className="h-11"
            onClick={() => {
              for (const box of boxes()) box.checked = true
              recount()
            }}
          >
            {t('select.all')}
          </Button>
        )}
      </div>
      <div className="contents">{children}</div>
      {isSelecting && (
        <div role="group" aria-label={t('select.acts')} className={ACTS_BAR}>
          <output className="mr-auto text-sm text-muted max-sm:basis-full">
            {t('select.count', { count })}
          </output>
          {ACTS[state ?? 'new'].map((act) => (
            <Button
              key={act}
              variant={act === 'answer' ? 'outline' : 'default'}
              pending={pending}
              disabled={count === 0}
              onClick={() => void performSelected(act)}
            >
              {t(act === 'answer' ? 'select.answer' : act)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

// Above the console's bar.
const ACTS_BAR =
  'sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 -mx-4 flex flex-wrap items-center ' +
  'gap-2 border-t border-line bg-ground px-4 py-3 lg:bottom-0'
