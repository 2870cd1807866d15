import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { formatRM } from '@/lib/money'
import { Fact, TicketPart } from './ticket-part'

type TicketProps = {
  /** Names it where it is one of several things on a page. */
  label?: string
  title: string
  /** Whose it is, where that is not on the page already. */
  customer?: { name: string; email: string; phone: string | null }
  payment: ReactNode
  children: ReactNode
}

/** What was sold, as a ticket: `children` are the facts of what it is, `payment` those of its price. */
export function Ticket({ label, title, customer, payment, children }: TicketProps) {
  const t = useTranslations('confirmation.ticket')
  return (
    <article
      aria-label={label}
      className={cn(
        'grid overflow-hidden rounded-lg border border-line bg-card',
        customer ? 'lg:grid-cols-[1fr_1.5fr_1fr]' : 'md:grid-cols-[1.3fr_1fr]',
      )}
    >
      {customer && (
        <TicketPart title={t('customer')}>
          <Fact label={t('name')}>{customer.name}</Fact>
          <Fact label={t('email')}>{customer.email}</Fact>
          {customer.phone && <Fact label={t('phone')}>{customer.phone}</Fact>}
        </TicketPart>
      )}
      <TicketPart
        title={title}
        className={cn('border-t-0 bg-raised', customer && 'order-first lg:order-none')}
      >
        {children}
      </TicketPart>
      <TicketPart title={t('payment')} tear>
        {payment}
      </TicketPart>
    </article>
  )
}

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
      <Fact label={t('status')}>{badge}</Fact>
      <Fact exact label={label} valueClassName="text-lg">
        {`#${id}`}
      </Fact>
    </>
  )
}
