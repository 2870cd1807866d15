import { Check, Play } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import type { Locale } from '@/lib/i18n/routing'
import type { OrderStatus } from '@/lib/orders/rules'
import type { ManagedOrder } from '@/lib/orders/schema'
import { longDate } from '@/lib/time'

const STEPS = ['paid', 'footage', 'editing', 'review', 'completed'] as const
/** How many steps lie behind an order in each state; one that is over has no way ahead. */
const BEHIND: Partial<Record<OrderStatus, number>> = {
  pending: 0,
  paid: 1,
  in_progress: 2,
  delivered: 3,
  completed: 5,
}

const MARKS = {
  done: 'border-meter/50 bg-meter/12 text-meter',
  now: 'border-tungsten bg-tungsten text-ink',
  ahead: 'border-line bg-raised text-muted',
}

/** The way of an order from the payment to the finished video, and where it stands. */
export async function OrderProgress({ order, locale }: { order: ManagedOrder; locale: Locale }) {
  const [t, common] = await Promise.all([getTranslations('orderPage'), getTranslations('common')])
  const behind = BEHIND[order.status]
  if (behind === undefined) return null
  const notes = {
    paid: order.paidOn ? longDate(order.paidOn, locale) : t('steps.paid.note'),
    footage: t('steps.footage.note'),
    editing: order.dueOn
      ? t('steps.editing.due', { date: longDate(order.dueOn, locale) })
      : t('steps.editing.note'),
    review: t('steps.review.note', { left: order.revisionsLeft }),
    completed: t('steps.completed.note'),
  }
  return (
    <section
      aria-labelledby="order-progress"
      className="rounded-lg border border-line bg-card p-5 sm:p-6"
    >
      <h2 id="order-progress" className="text-lg">
        {t('progress')}
      </h2>
      <ol className="mt-5 grid">
        {STEPS.map((step, index) => {
          const state = index < behind ? 'done' : index === behind ? 'now' : 'ahead'
          return (
            <li
              key={step}
              aria-current={state === 'now' ? 'step' : undefined}
              className={cn(
                'relative grid grid-cols-[2rem_1fr] gap-x-4 pb-6 last:pb-0',
                'before:absolute before:top-9 before:bottom-1 before:left-[calc(1rem-1px)] before:w-0.5 last:before:hidden',
                state === 'done' ? 'before:bg-meter/50' : 'before:bg-line',
              )}
            >
              <span
                aria-hidden="true"
                className={cn(
                  'grid size-8 place-items-center rounded-full border text-sm font-semibold figures [&_svg]:size-4',
                  MARKS[state],
                )}
              >
                {state === 'done' ? <Check /> : index + 1}
              </span>
              <div className="grid min-w-0 justify-items-start gap-1 pt-1">
                <h3
                  className={cn(
                    'font-sans text-base tracking-normal',
                    state === 'ahead' && 'text-muted',
                  )}
                >
                  {t(`steps.${step}.title`)}
                  {state === 'done' && <span className="sr-only"> ({t('done')})</span>}
                </h3>
                <p className="measure text-sm text-muted">{notes[step]}</p>
                {step === 'review' && order.deliveredAt && (
                  <a
                    href={order.deliveredAt}
                    target="_blank"
                    rel="noopener noreferrer"
                    className={buttonVariants({ className: 'mt-2' })}
                  >
                    <Play aria-hidden="true" />
                    {t('watch')}
                    <span className="sr-only"> ({common('newTab')})</span>
                  </a>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
