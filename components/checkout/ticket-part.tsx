import { CalendarPlus, FileText, Settings2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'
import { pathIn } from '@/lib/i18n/path'
import { longDate } from '@/lib/time'
import type { Followed } from './follow-payment'

type PartProps = { title: string; tear?: boolean; className?: string; children: ReactNode }

/**
 * One part of the ticket. With `tear` its edge is a dashed line with a half circle cut out at each
 * end, as where a ticket is torn off.
 */
export const TicketPart = ({ title, tear = false, className, children }: PartProps) => (
  <section
    className={cn(
      'relative grid content-start gap-4 border-t border-line p-5 sm:p-7 lg:border-t-0',
      tear && 'border-dashed border-edge lg:border-l-2',
      tear &&
        'before:absolute before:-top-3 before:-left-3 before:size-6 ' +
          'before:rounded-full before:border before:border-line before:bg-ground',
      // The second half circle: at the right end of the line when this part stands below, at its lower
      // end when it stands beside.
      tear &&
        'after:absolute after:-top-3 after:right-0 after:h-6 after:w-3 ' +
          'after:rounded-l-full after:border after:border-r-0 after:border-line ' +
          'after:bg-ground',
      tear &&
        'lg:after:top-auto lg:after:right-auto lg:after:-bottom-3 lg:after:-left-3 ' +
          'lg:after:w-6 lg:after:rounded-full lg:after:border-r',
      className,
    )}
  >
    <h2 className="font-sans text-sm font-semibold tracking-normal text-muted">{title}</h2>
    <dl className="grid grid-cols-2 gap-4">{children}</dl>
  </section>
)

type FactProps = {
  label: string
  hint?: string
  /** Beside another; `wide`: where there is room for it. */
  half?: boolean | 'wide'
  valueClassName?: string
  /** A reference or a time, which a translator must not change. */
  exact?: boolean
  children: ReactNode
}

export const Fact = ({ label, hint, half = false, valueClassName, exact, children }: FactProps) => (
  <div
    className={cn(
      'grid min-w-0 content-start gap-0.5',
      !half && 'col-span-2',
      half === 'wide' && 'max-sm:col-span-2',
    )}
  >
    <dt className="text-xs text-muted">{label}</dt>
    <dd
      translate={exact ? 'no' : undefined}
      className={cn('min-w-0 break-words figures', valueClassName)}
    >
      {children}
    </dd>
    {hint && <dd className="text-xs text-muted">{hint}</dd>}
  </div>
)

/**
 * The long form of a date, large: a line ends between the weekday and the rest only. Chinese needs
 * `zh:break-keep` for it.
 */
export function dateInLines(date: string, locale: string): string {
  const [weekday = '', ...rest] = longDate(date, locale).split(' ')
  if (rest.length > 0) return `${weekday} ${rest.join('\u00a0')}`
  return weekday.replace('星期', '\u200b星期')
}

type ToolsProps = {
  token: string
  receipt: string | null
  /** The button to press first, where that is not the ticket's own page. */
  first?: Elements
  /** What the link to that page says. */
  manage: string
}

/**
 * What to do with a ticket: what it needs next, the page where it can be looked after
 * (docs/decisions/020 C10), and the receipt, once there is one.
 */
export function TicketTools({ token, receipt, first, manage }: ToolsProps) {
  const t = useTranslations('confirmation.tools')
  const locale = useLocale()
  return (
    <div className="grid gap-3 print:hidden">
      <div className="grid grid-cols-1 gap-3 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
        {first}
        <Link
          href={pathIn(locale, `/manage/${token}`)}
          prefetch={false}
          className={toolButton(first ? 'outline' : 'default')}
        >
          <Settings2 aria-hidden="true" />
          <span>{manage}</span>
        </Link>
        {receipt && (
          <Link
            href={pathIn(locale, `/manage/${token}/receipts/${receipt}`)}
            prefetch={false}
            className={toolButton('outline')}
          >
            <FileText aria-hidden="true" />
            <span>{t('receipt', { number: receipt })}</span>
          </Link>
        )}
      </div>
      <p className="text-sm text-muted">{t('note')}</p>
    </div>
  )
}

export const toolButton = (variant: 'default' | 'outline') =>
  buttonVariants({ variant, size: 'lg', className: 'h-auto min-h-13 px-3 py-2 text-center' })

/** A download, not a page: the browser's own link. */
export function ToCalendar({ token }: { token: string }) {
  const t = useTranslations('confirmation.tools')
  return (
    <a href={`/api/manage/${token}/calendar`} download className={toolButton('default')}>
      <CalendarPlus aria-hidden="true" />
      <span>{t('calendar')}</span>
    </a>
  )
}

const BADGE = {
  paid: 'success',
  refunding: 'secondary',
  refunded: 'secondary',
  refund_failed: 'destructive',
  processing: 'default',
} as const
type Shown = keyof typeof BADGE

/** Paid only when it is (docs/decisions/020 C9). */
export const statusShown = ({ paymentStatus }: Pick<Followed, 'paymentStatus'>): Shown =>
  paymentStatus === 'failed' || paymentStatus === 'needs_attention' ? 'processing' : paymentStatus

export function PaidBadge({ status }: { status: Shown }) {
  const t = useTranslations('confirmation.status')
  return <Badge variant={BADGE[status]}>{t(status)}</Badge>
}

/** A text of somebody's own under a heading: what the customer asked for, say. */
export const Wishes = ({ title, text }: { title: string; text: string }) => (
  <section className="rounded-lg border border-line bg-raised p-5 sm:p-6">
    <h2 className="text-lg">{title}</h2>
    <p className="measure mt-2 text-sm whitespace-pre-line text-muted">{text}</p>
  </section>
)
