'use client'
import { CalendarX, Check, CircleHelp, Clock, MessageCircle, Undo2, X } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useSite } from '@/components/layout/site-context'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import type { MoneyState, PlacedMoney } from '@/lib/sales/money'
import { whatsappLink } from '@/lib/settings/links'
import { longDate } from '@/lib/time'
import { MoneyPlaces } from './money-places'
import { statusShown } from './ticket-part'

/** The column of a ticket and what belongs to it. */
export const CONFIRMED = 'mx-auto grid max-w-180 grid-cols-1 gap-5'

/** In the ticket's size, so that nothing moves when it is replaced. */
export function Loading({ text }: { text: string }) {
  return (
    <div className={CONFIRMED}>
      <span role="status" className="sr-only">
        {text}
      </span>
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="h-6 w-96 max-w-full" />
      <Skeleton className="h-160 w-full rounded-lg sm:h-140" />
    </div>
  )
}

/** Above a ticket: a check, on which the lamp lights once, and what is so. */
export const ConfirmedHeader = ({ title, note }: { title: string; note: string }) => (
  <header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1">
    <span aria-hidden="true" className="lamp-once">
      <Check />
    </span>
    <h1 className="text-2xl sm:text-3xl">{title}</h1>
    <p className="col-span-2 wrap-anywhere text-muted">{note}</p>
  </header>
)

export function Confirming() {
  const t = useTranslations('confirmation.confirming')
  return <Message icon={<Spinner />} title={t('title')} note={t('note')} />
}

export function ConfirmationDelayed({ reference }: { reference: string }) {
  const t = useTranslations('confirmation.later')
  return (
    <Message icon={<Clock />} title={t('title')} note={t('note', { reference })}>
      <Support message={t('message', { reference })} />
    </Message>
  )
}

/** Of a payment whose details this browser may not see. */
export function Elsewhere({ end }: { end: 'refunded' | 'cancelled' }) {
  const t = useTranslations('confirmation.elsewhere')
  return (
    <Message
      icon={end === 'refunded' ? <Undo2 /> : <CalendarX />}
      tone={end === 'refunded' ? 'calm' : 'bad'}
      title={t(`${end}.title`)}
      note={t(`${end}.note`)}
    >
      <Support message={t('message')} />
    </Message>
  )
}

export function Unknown() {
  const t = useTranslations('confirmation.unknown')
  return (
    <Message icon={<CircleHelp />} title={t('title')} note={t('note')}>
      <Support message={t('message')} />
    </Message>
  )
}

type EndProps = {
  title: string
  note: string
  /** The first message of the chat. */
  message: string
}

type Moved = { money: readonly PlacedMoney[] }

export const Cancelled = ({ message, title, ...said }: EndProps & Moved) => (
  <Message icon={<CalendarX />} tone="bad" title={title} note={<NoteOfMoney {...said} />}>
    <Support message={message} />
  </Message>
)

/** What happened, and then what became of each sum. */
const NoteOfMoney = ({ note, money }: Pick<EndProps, 'note'> & Moved) => (
  <>
    <span className="block">{note}</span>
    <MoneyPlaces parts={money} />
  </>
)

type RefundedProps = Omit<EndProps, 'title'> & {
  paymentStatus: MoneyState
  money: readonly PlacedMoney[]
  /** What was paid for, by its number. */
  reference: string
  another: { href: string; text: string }
}

/** The payment goes back, or could not be returned. */
export function Refunded(props: RefundedProps) {
  const { paymentStatus, reference, another, message } = props
  const t = useTranslations('confirmation')
  const isFailed = paymentStatus === 'refund_failed'
  const title =
    paymentStatus === 'refunded'
      ? 'refunded.done'
      : isFailed
        ? 'refundFailed.title'
        : 'refunded.title'
  return (
    <Message
      icon={<Undo2 />}
      tone={isFailed ? 'bad' : 'calm'}
      title={t(title)}
      note={<NoteOfMoney {...props} />}
    >
      <Badge variant="secondary" className="basis-full justify-center border-0 bg-transparent">
        {`${reference} · ${t(`status.${statusShown({ paymentStatus })}`)}`}
      </Badge>
      <Link href={another.href} prefetch={false} className={buttonVariants({ size: 'lg' })}>
        {another.text}
      </Link>
      <Support message={message} />
    </Message>
  )
}

/** `again` is where the visitor can pay once more; `lapsed` the time whose hold is over by now. */
export function Failed({
  again,
  lapsed,
}: {
  again: string
  lapsed: { date: string; time: string } | null
}) {
  const t = useTranslations('confirmation.failed')
  const locale = useLocale()
  return (
    <Message icon={<X />} tone="bad" title={t('title')} note={t('note')}>
      {lapsed && (
        <p className="basis-full text-muted">
          {t('lapsed', { date: longDate(lapsed.date, locale), time: lapsed.time })}
        </p>
      )}
      <Link href={again} prefetch={false} className={buttonVariants({ size: 'lg' })}>
        {t('again')}
      </Link>
    </Message>
  )
}

type MessageProps = {
  icon: ReactNode
  tone?: 'good' | 'bad' | 'calm'
  title: string
  note?: ReactNode
  children?: ReactNode
}

const TONES = {
  good: 'border-meter/40 bg-meter/12 text-meter',
  bad: 'border-onair/50 bg-onair/12 text-onair-soft',
  calm: 'border-tungsten/40 bg-tungsten/12 text-tungsten',
}

/** One state of the page: an icon, a heading, a sentence, a link. */
export const Message = ({ icon, tone = 'calm', title, note, children }: MessageProps) => (
  <div className="mx-auto grid max-w-2xl grid-cols-1 justify-items-center gap-4 py-10 text-center">
    <span
      aria-hidden="true"
      className={cn(
        'grid size-16 place-items-center rounded-full border [&_svg]:size-8',
        TONES[tone],
      )}
    >
      {icon}
    </span>
    <h1 className="text-2xl sm:text-3xl">{title}</h1>
    {note && <p className="wrap-anywhere text-muted">{note}</p>}
    {children && <div className="mt-3 flex w-full flex-wrap justify-center gap-3">{children}</div>}
  </div>
)

type NextStepsProps = { title: string; steps: string[]; heading?: 'h2' | 'h3' }

/** What happens next, in order; `heading` is one level below the heading above it. */
export const NextSteps = ({ title, steps, heading: Heading = 'h3' }: NextStepsProps) => (
  <>
    <Heading className="eyebrow tracking-normal">{title}</Heading>
    <ol className="mt-3 grid gap-3">
      {steps.map((step, index) => (
        <li key={step} className="flex items-start gap-3 text-sm">
          <span
            aria-hidden="true"
            className={
              'grid size-6 shrink-0 place-items-center rounded-full bg-tungsten text-xs ' +
              'font-semibold text-ink figures'
            }
          >
            {index + 1}
          </span>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  </>
)

/** Contact details: the subject, and the first message of the chat. */
export function Assistance({ note, message }: { note: string; message: string }) {
  const t = useTranslations('confirmation.assistance')
  return (
    <section
      className={
        'flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg ' +
        'border border-line bg-raised p-5 sm:p-6 print:hidden'
      }
    >
      <div className="grid gap-1">
        <h2 className="text-lg">{t('title')}</h2>
        <p className="text-sm text-muted">{note}</p>
      </div>
      <Support message={message} />
    </section>
  )
}

/** Opens a chat with the studio in a new tab, with the first message prefilled. */
export function Support({ message }: { message: string }) {
  const studio = useSite()
  const t = useTranslations('confirmation.assistance')
  return (
    <a
      href={whatsappLink(studio, message)}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonVariants({ variant: 'outline', size: 'lg' })}
    >
      <MessageCircle aria-hidden="true" />
      {t('button')}
      <span className="sr-only"> ({t('newTab')})</span>
    </a>
  )
}
