'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { MailWords, useBookingWords } from '@/components/admin/closings/facts'
import { useSave } from '@/components/admin/shared/use-save'
import type { ClosingPreview } from '@/lib/closings/schema'
import type { WeekHours } from '@/lib/studio'

type Shown = { question: string; preview: ClosingPreview }

/**
 * Shows what stands inside something that closes, before it is saved: `before` and `save` are those of
 * the form, which is saved when it is sent again. `questionOf`: what the preview is asked; null when
 * nothing is closed.
 */
export function useClosingPreview(questionOf: (sent: FieldValues) => object | null) {
  const t = useTranslations('admin.closings')
  const { send } = useSave()
  const [shown, setShown] = useState<Shown | null>(null)
  const before = async (sent: FieldValues): Promise<boolean> => {
    const asked = questionOf(sent)
    if (asked === null) return true
    const question = JSON.stringify(asked)
    if (shown?.question === question) return true
    const path = '/api/admin/closings/preview'
    const answer = await send<ClosingPreview>('POST', path, asked, { quiet: true })
    // What is refused here is refused, and said, when it is saved.
    const found = answer.ok && answer.data.count > 0 ? answer.data : null
    setShown(found && { question, preview: found })
    return found === null
  }
  return {
    before,
    save: shown ? t('saveAnyway') : undefined,
    part: shown && <Preview key={shown.question} preview={shown.preview} />,
  }
}

/** As useClosingPreview, for a form that changes the hours of a room. */
export function useHoursPreview(room: { id: number; hours: WeekHours } | undefined) {
  return useClosingPreview(({ hours }) =>
    room === undefined || isSame(hours as TypedHours, room.hours)
      ? null
      : { room: { id: room.id, hours: hours as TypedHours } },
  )
}

type TypedHours = Record<keyof WeekHours, Record<'opens' | 'closes', string>>
const isSame = (typed: TypedHours, stored: WeekHours): boolean =>
  (['weekday', 'weekend'] as const).every((days) =>
    (['opens', 'closes'] as const).every(
      (edge) => Number(typed[days][edge]) === stored[days][edge],
    ),
  )

/** What stands inside, with what each customer would be told. */
function Preview({ preview: { count, inside } }: { preview: ClosingPreview }) {
  const t = useTranslations('admin.closings')
  const wordsOf = useBookingWords()
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => part.current?.focus(), [])
  return (
    <div
      ref={part}
      tabIndex={-1}
      role="group"
      aria-labelledby="closing-preview"
      className="grid gap-2 rounded-lg border border-l-4 border-onair/40 border-l-onair bg-raised p-3 text-sm"
    >
      <p id="closing-preview" className="font-medium">
        {t('inside', { count })}
      </p>
      <ul className="grid max-h-72 gap-1 overflow-y-auto">
        {inside.map((row) => {
          const words = wordsOf(row)
          return (
            <li key={row.id}>
              <details>
                <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2">
                  <span className="font-medium wrap-anywhere">{words.who}</span>
                  <span className="figures">{words.when}</span>
                  <span className="text-muted">{words.money}</span>
                </summary>
                <div className="grid gap-2 pb-2">
                  {row.alternatives.length > 0 && (
                    <MailWords title={t('ifMoved')} mail={row.moved} />
                  )}
                  <MailWords title={t('ifCancelled')} mail={row.cancelled} />
                </div>
              </details>
            </li>
          )
        })}
      </ul>
      {count > inside.length && (
        <p className="text-muted">{t('more', { count: count - inside.length })}</p>
      )}
    </div>
  )
}
