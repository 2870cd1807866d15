import { Check, MessageCircle, Play } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import Link from 'next/link'
import { MoneyPlaces } from '@/components/checkout/money-places'
import { Ticket, Total } from '@/components/checkout/ticket'
import { Fact } from '@/components/checkout/ticket-part'
import { Messages } from '@/components/intl'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { type OrderStatus, PAID_STATUSES } from '@/lib/orders/rules'
import type { ManagedOrder } from '@/lib/orders/schema'
import { FootageForm } from './footage-form'
import { whatsappLink } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'
import { taxLabelIn } from '@/lib/settings/tax'
import { LENGTH_KEYS, REVISIONS, RUSH_PERCENT } from '@/lib/studio'
import { longDate } from '@/lib/time'

const BADGE = {
  pending: 'default',
  paid: 'success',
  in_progress: 'success',
  delivered: 'success',
  completed: 'secondary',
  cancelled: 'destructive',
  refunded: 'secondary',
} as const

/** How an order stands: the money of a refunded one may be on the way, or have failed to arrive. */
const standingOf = <S extends OrderStatus>(status: S, refund: ManagedOrder['refund']) =>
  status === 'refunded' && refund !== null ? refund : status

/**
 * A video order's own page (docs/decisions/020 C10): its progress, what was paid, and what happens
 * next. Only the links to the footage can be changed here.
 */
export async function OrderView({
  order,
  token,
  locale,
  studio,
  receipts,
}: {
  order: ManagedOrder
  token: string
  locale: Locale
  studio: Site
  /** Its receipts and billing details. */
  receipts: Elements
}) {
  const [t, common] = await Promise.all([getTranslations('orderPage'), getTranslations('common')])
  const isKept = PAID_STATUSES.includes(order.status)
  const heading = 'text-lg'
  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
          <Badge variant={order.refund === 'refund_failed' ? 'destructive' : BADGE[order.status]}>
            {t(`status.${standingOf(order.status, order.refund)}`)}
          </Badge>
        </div>
        <p data-no-print className="wrap-anywhere text-muted">
          {t('lead', { name: order.customerName, id: order.id })}
        </p>
      </header>
      <Standing order={order} locale={locale} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 content-start gap-8">
          <OrderProgress order={order} token={token} locale={locale} />
          <OrderCard order={order} locale={locale} />
          <div data-no-print>{receipts}</div>
        </div>
        <div className="grid content-start gap-6">
          {isKept && (
            <section className="grid gap-2">
              <h2 className={heading}>{t('revisions.title')}</h2>
              <p className="font-display text-2xl font-semibold text-tungsten figures">
                {t('revisions.left', { left: order.revisionsLeft, all: REVISIONS[order.tier] })}
              </p>
              <p className="text-sm text-muted">{t('revisions.note')}</p>
            </section>
          )}
          <section data-no-print className="grid gap-2.5">
            <h2 className={heading}>{t('help.title')}</h2>
            <p className="text-sm text-muted">{t('help.note')}</p>
            <a
              href={whatsappLink(studio, t('help.message', { id: order.id }))}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonVariants({ variant: 'outline', className: 'w-full justify-start' })}
            >
              <MessageCircle aria-hidden="true" />
              {t('help.button')}
              <span className="sr-only"> ({common('newTab')})</span>
            </a>
          </section>
        </div>
      </div>
    </div>
  )
}

/** A note about an order that is not simply in progress, with a link. */
async function Standing({ order, locale }: { order: ManagedOrder; locale: Locale }) {
  const t = await getTranslations('orderPage.standing')
  const { status } = order
  if (status === 'paid' || status === 'in_progress' || status === 'delivered') return null
  if (status === 'pending' && order.receivedSen > 0)
    return (
      <Alert>
        <AlertTitle>{t('part_paid.title')}</AlertTitle>
        <AlertDescription>
          {t('part_paid.note', {
            paid: formatRM(order.receivedSen),
            rest: formatRM(order.owedSen),
          })}
        </AlertDescription>
      </Alert>
    )
  const choice = new URLSearchParams({
    tier: order.tier,
    duration: order.duration,
    price: String((order.priceSen + order.discountSen) / 100),
    rush: String(order.rushService),
  })
  const href =
    status === 'pending'
      ? `${pathIn(locale, '/video-editing-checkout')}?${choice}`
      : `${pathIn(locale, '/')}#editing`
  return (
    <Alert
      variant={
        status === 'cancelled' || order.refund === 'refund_failed' ? 'destructive' : 'default'
      }
    >
      <AlertTitle>{t(`${standingOf(status, order.refund)}.title`)}</AlertTitle>
      <AlertDescription>
        {order.money.length > 0 || status === 'refunded' ? (
          <MoneyPlaces parts={order.money} />
        ) : (
          t(`${status}.note`)
        )}
      </AlertDescription>
      <Link
        href={href}
        prefetch={false}
        className={buttonVariants({
          size: 'sm',
          variant: 'outline',
          className: 'mt-2 justify-self-start',
        })}
      >
        {t(status === 'pending' ? 'pay' : 'again')}
      </Link>
    </Alert>
  )
}

const STEPS = ['paid', 'footage', 'editing', 'review', 'completed'] as const
/** The number of completed steps in each state; an order that is over has no next step. */
const BEHIND: Partial<Record<OrderStatus, number>> = {
  pending: 0,
  paid: 1,
  in_progress: 2,
  delivered: 3,
  completed: 5,
}

/** While the customer may give links to the footage. */
const OPEN: readonly OrderStatus[] = ['pending', 'paid', 'in_progress']

const MARKS = {
  done: 'border-meter/50 bg-meter/12 text-meter',
  now: 'border-tungsten bg-tungsten text-ink',
  ahead: 'border-line bg-raised text-muted',
}

/** The steps of an order from the payment to the finished video, and its progress. */
async function OrderProgress({ order, token, locale }: CardProps & { token: string }) {
  const [t, common] = await Promise.all([getTranslations('orderPage'), getTranslations('common')])
  const steps = BEHIND[order.status]
  if (steps === undefined) return null
  const behind = order.status === 'paid' && order.hasFootage ? steps + 1 : steps
  const isOpen = OPEN.includes(order.status)
  const notes = {
    paid: order.paidOn ? longDate(order.paidOn, locale) : t('steps.paid.note'),
    footage: t('steps.footage.note'),
    editing: order.dueOn
      ? t('steps.editing.due', { date: longDate(order.dueOn, locale) })
      : t(order.status === 'pending' ? 'steps.editing.note' : 'steps.editing.open'),
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
                'before:absolute before:top-9 before:bottom-1 before:left-[calc(1rem-1px)] ' +
                  'before:w-0.5 last:before:hidden',
                state === 'done' ? 'before:bg-meter/50' : 'before:bg-line',
              )}
            >
              <span
                aria-hidden="true"
                className={cn(
                  'grid size-8 place-items-center rounded-full border text-sm font-semibold ' +
                    'figures [&_svg]:size-4',
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
                  <span>{t(`steps.${step}.title`)}</span>
                  {state === 'done' && <span className="sr-only"> ({t('done')})</span>}
                </h3>
                <p className="measure text-sm text-muted">{notes[step]}</p>
                {step === 'footage' && isOpen && (
                  <Messages namespaces={['orderPage.footage', 'errors.fields']}>
                    <FootageForm
                      token={token}
                      links={order.footageLinks}
                      isPaid={order.status !== 'pending'}
                    />
                  </Messages>
                )}
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

type CardProps = { order: ManagedOrder; locale: Locale }

/** The order as a ticket: what is made and by when, and what was paid for it. */
async function OrderCard({ order, locale }: CardProps) {
  const [t, success, summary, payment, editing] = await Promise.all([
    getTranslations('orderPage'),
    getTranslations('order.success'),
    getTranslations('order.summary'),
    getTranslations('payment.summary'),
    getTranslations('editing'),
  ])
  const taxLabel = payment('tax', {
    label: taxLabelIn(order.taxLabel, {
      tax: payment('taxWord'),
      serviceCharge: payment('serviceCharge'),
    }),
    rate: order.taxRate / 100,
  })
  return (
    <Ticket
      label={t('ticket')}
      title={t('ticket')}
      payment={
        <>
          <Fact half exact label={success('reference')} valueClassName="text-lg">
            {`#${order.id}`}
          </Fact>
          {order.paidOn && (
            <Fact half label={t('paidOn')}>
              {longDate(order.paidOn, locale)}
            </Fact>
          )}
          <Fact half label={summary('price')}>
            {formatRM(order.priceSen + order.discountSen)}
          </Fact>
          {order.discount && (
            <Fact half label={summary(order.discount)}>
              {formatRM(-order.discountSen)}
            </Fact>
          )}
          {order.rushService && (
            <Fact half label={summary('rush', { percent: RUSH_PERCENT })}>
              {formatRM(order.rushSen)}
            </Fact>
          )}
          {order.taxRate > 0 && (
            <Fact half label={taxLabel}>
              {formatRM(order.taxSen)}
            </Fact>
          )}
          <Total label={payment('total')} sen={order.totalSen} />
        </>
      }
    >
      {order.dueOn && (
        <Fact
          label={success('due')}
          valueClassName="font-display text-xl leading-tight font-semibold text-balance sm:text-2xl"
        >
          {longDate(order.dueOn, locale)}
        </Fact>
      )}
      <Fact half label={summary('tier')} valueClassName="text-lg">
        {editing(`${order.tier}.name`)}
      </Fact>
      <Fact half label={summary('length')} valueClassName="text-lg">
        {editing(`lengths.${LENGTH_KEYS[order.duration]}`)}
      </Fact>
      <Fact label={success('rush')}>{success(order.rushService ? 'yes' : 'no')}</Fact>
      {order.requirements && (
        <Fact
          label={summary('requirements')}
          valueClassName="text-sm whitespace-pre-line text-muted"
        >
          {order.requirements}
        </Fact>
      )}
    </Ticket>
  )
}
