import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'
import { FieldError } from '@/components/ui/field-error'

type StepProps = {
  /** When this step is missing, the element to focus is searched inside `step-<id>`. */
  id: string
  number: number
  title: string
  done: boolean
  hint?: ReactNode
  error?: string | undefined
  className?: string
  children: Elements
}

export const stepHeadingId = (id: string) => `step-${id}-title`
export const stepErrorId = (id: string) => `step-${id}-error`

/** One numbered step of the booking: heading, content, error. */
export const Step = ({ id, number, title, done, hint, error, className, children }: StepProps) => (
  <section
    id={`step-${id}`}
    aria-labelledby={stepHeadingId(id)}
    className={cn('scroll-mt-24 grid min-w-0 content-start gap-4', className)}
  >
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h2
        id={stepHeadingId(id)}
        tabIndex={-1}
        className="flex items-center gap-3 text-lg outline-none"
      >
        <span
          aria-hidden="true"
          className={cn(
            'grid size-7 shrink-0 place-items-center rounded-full border text-xs ' +
              'font-semibold figures transition-colors',
            done ? 'border-meter bg-meter text-ink' : 'border-edge text-muted',
          )}
        >
          {done ? <Check className="size-4" strokeWidth={3} /> : number}
        </span>
        <span>{title}</span>
      </h2>
      {hint && <p className="text-xs text-muted">{hint}</p>}
    </div>
    {/* Under the heading, where it is noticed, not under a list that is longer than the screen. */}
    <FieldError id={stepErrorId(id)}>{error}</FieldError>
    {children}
  </section>
)

type PickProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  className?: string
  children: Elements
}

/**
 * A native radio button that covers its whole card: the browser's own keyboard and focus, our
 * design.
 */
export const RadioCard = ({ className, children, ...input }: PickProps) => (
  <div
    className={cn(
      'group relative rounded-lg border border-line bg-raised transition-colors hover:border-edge',
      'has-checked:border-tungsten has-checked:bg-tungsten/8 has-checked:inset-ring ' +
        'has-checked:inset-ring-tungsten',
      className,
    )}
  >
    {children}
    <input
      type="radio"
      className={
        'absolute inset-0 size-full cursor-pointer appearance-none rounded-lg ' +
        'disabled:cursor-not-allowed'
      }
      {...input}
    />
  </div>
)
