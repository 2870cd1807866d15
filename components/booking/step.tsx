'use client'
import { Check, ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'
import { FieldError } from '@/components/ui/field-error'
import type { StepId } from './booking-form'
import { useFold } from './fold'

type StepProps = {
  /** When this step is missing, the element to focus is searched inside `step-<id>`. */
  id: StepId
  number?: number
  title: string
  done: boolean
  /** What the row of the folded step says: the choice, and a line about it. */
  chosen?: string | null | undefined
  about?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  /** One of its fields has an error of its own. */
  wrong?: boolean
  children: Elements
}

export const stepHeadingId = (id: StepId) => `step-${id}-title`
export const stepErrorId = (id: StepId) => `step-${id}-error`

/**
 * One step of the booking: heading, content, error. Below 80rem it folds to a row; one with an error
 * is always open.
 */
export function Step({
  id,
  number,
  title,
  done,
  chosen,
  about,
  hint,
  error,
  wrong = false,
  children,
}: StepProps) {
  const t = useTranslations('booking.fold')
  const { open, toggle } = useFold()
  const isOpen = open === id || wrong || error !== undefined
  const isRow = !isOpen && done && Boolean(chosen)
  const says = !isOpen && (isRow || about)
  return (
    <section
      id={`step-${id}`}
      aria-labelledby={stepHeadingId(id)}
      className={cn(
        'grid min-w-0 content-start gap-3',
        isOpen
          ? 'max-xl:not-first:pt-5 max-xl:pb-5'
          : 'max-xl:gap-0 max-xl:rounded-lg max-xl:border max-xl:border-line max-xl:bg-raised',
      )}
    >
      <div
        className={cn(
          'relative flex items-center justify-between gap-x-3 xl:min-h-7',
          isOpen ? 'max-xl:min-h-11' : 'max-xl:min-h-14 max-xl:px-3.5',
          !isRow && 'max-xl:flex-wrap max-xl:content-center max-xl:py-2',
        )}
      >
        <h2 tabIndex={-1} className="flex items-center gap-3 text-lg leading-tight outline-none">
          <Mark done={done} number={number} />
          <span id={stepHeadingId(id)} className={isRow ? 'max-xl:sr-only' : ''}>
            {title}
          </span>
        </h2>
        {says && <RowWords id={id} chosen={isRow && chosen} about={about} />}
        {hint && (
          <p className={cn('text-right text-xs text-muted', !isOpen && 'max-xl:hidden')}>{hint}</p>
        )}
        {isRow && (
          <span
            id={`step-${id}-change`}
            className="text-sm font-semibold text-tungsten underline underline-offset-4 xl:hidden"
          >
            {t('change')}
          </span>
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`step-${id}-body`}
          aria-labelledby={isRow ? `step-${id}-change ${stepHeadingId(id)}` : stepHeadingId(id)}
          aria-describedby={says ? `step-${id}-chosen` : undefined}
          onClick={() => toggle(id)}
          className="absolute inset-0 flex items-center justify-end rounded-lg px-3.5 xl:hidden"
        >
          {!isOpen && !isRow && (
            <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-muted" />
          )}
        </button>
      </div>
      {/* Under the heading, where it is noticed, not under a list that is longer than the screen. */}
      <FieldError id={stepErrorId(id)}>{error}</FieldError>
      <div
        id={`step-${id}-body`}
        className={cn('grid min-w-0 content-start gap-3', !isOpen && 'max-xl:hidden')}
      >
        {children}
      </div>
    </section>
  )
}

type RowWordsProps = { id: StepId; chosen: ReactNode; about: string | undefined }

/** Beside the mark what was chosen, or below the title what the step has. */
const RowWords = ({ id, chosen, about }: RowWordsProps) => (
  <p
    id={`step-${id}-chosen`}
    className={cn(
      'grid min-w-0 grow leading-tight xl:hidden',
      chosen ? 'py-1.5' : 'basis-full pr-8 pl-10',
    )}
  >
    {chosen && <span className="text-sm font-semibold wrap-anywhere figures">{chosen}</span>}
    {about && <span className="text-xs wrap-anywhere text-muted figures">{about}</span>}
  </p>
)

const Mark = ({ done, number }: { done: boolean; number: number | undefined }) => (
  <span
    aria-hidden="true"
    className={cn(
      'grid size-7 shrink-0 place-items-center rounded-full border text-xs ' +
        'font-semibold figures transition-colors',
      done ? 'border-meter bg-meter text-ink' : 'border-edge text-muted',
    )}
  >
    {done ? <Check className="size-4" strokeWidth={3} /> : <span>{number ?? '+'}</span>}
  </span>
)
