import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'
import { formatRM } from '@/lib/money'
import { Fact, TicketPart } from './ticket-part'

type TicketProps = {
  /** Names it where it is one of several things on a page. */
  label?: string
  title: string
  payment: ReactNode
  children: ReactNode
}

/** What was sold, as a ticket: `children` are the facts of what it is, `payment` those of its price. */
export function Ticket({ label, title, payment, children }: TicketProps) {
  const t = useTranslations('confirmation.ticket')
  return (
    <article
      aria-label={label}
      className={cn(SHEET, 'lg:grid-cols-[1.3fr_1fr] print:grid-cols-[1.3fr_1fr]')}
    >
      <TicketPart title={title} className="bg-raised">
        {children}
      </TicketPart>
      <TicketPart title={t('payment')} tear>
        {payment}
      </TicketPart>
    </article>
  )
}

type AdmissionProps = Omit<TicketProps, 'label'> & {
  /** Where it takes place. */
  picture: Elements
  /** What can be done with it. */
  actions: Elements
  customer: { name: string; email: string; phone: string | null }
}

/**
 * The ticket of what was bought just now: its scene and facts, large, what to do with it, and a stub
 * with who and how much.
 */
export function Admission({
  title,
  picture,
  actions,
  customer,
  payment,
  children,
}: AdmissionProps) {
  const t = useTranslations('confirmation.ticket')
  return (
    <article className={SHEET}>
      <div className="grid grid-cols-1 bg-raised sm:grid-cols-[13rem_minmax(0,1fr)] print:grid-cols-1">
        <div
          aria-hidden="true"
          className={
            'relative h-28 overflow-hidden bg-card sm:h-auto print:hidden ' +
            '[&_img]:absolute [&_img]:inset-0 [&_img]:size-full [&_img]:object-cover'
          }
        >
          {picture}
        </div>
        <TicketPart title={title} className="border-t-0">
          {children}
        </TicketPart>
      </div>
      <div className="bg-raised px-5 pb-5 sm:px-7 sm:pb-7 print:hidden">{actions}</div>
      <Perforation />
      <div className="grid grid-cols-1 sm:grid-cols-2">
        <TicketPart title={t('customer')} className="border-t-0">
          <Fact label={t('name')}>{customer.name}</Fact>
          <Fact label={t('email')}>{customer.email}</Fact>
          {customer.phone && <Fact label={t('phone')}>{customer.phone}</Fact>}
        </TicketPart>
        <TicketPart title={t('payment')} className="sm:border-t-0">
          {payment}
        </TicketPart>
      </div>
    </article>
  )
}

/** Where the stub is torn off: a dashed line with a half circle cut out at each end. */
const Perforation = () => (
  <div
    aria-hidden="true"
    className={
      'relative border-t-2 border-dashed border-edge before:absolute before:-top-3 before:-left-3 ' +
      'before:size-6 before:rounded-full before:border before:border-line before:bg-ground ' +
      'after:absolute after:-top-3 after:-right-3 after:size-6 after:rounded-full after:border ' +
      'after:border-line after:bg-ground'
    }
  />
)

const SHEET = 'grid grid-cols-1 overflow-hidden rounded-lg border border-line bg-card'

/** The total, large. */
export const Total = ({ label, sen }: { label: string; sen: number }) => (
  <Fact label={label} valueClassName="font-display text-2xl font-semibold text-tungsten">
    {formatRM(sen)}
  </Fact>
)

type ConfirmedProps = { totalSen: number; badge: ReactNode; label: string; id: number }

/** The payment of what was bought just now. `label` says what the number `id` is of. */
export function ConfirmedPayment({ totalSen, badge, label, id }: ConfirmedProps) {
  const t = useTranslations('confirmation.ticket')
  return (
    <>
      <Total label={t('total')} sen={totalSen} />
      <Fact half label={t('status')}>
        {badge}
      </Fact>
      <Fact half exact label={label} valueClassName="text-lg">
        {`#${id}`}
      </Fact>
    </>
  )
}
