import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Link } from '@/components/admin/frame/link'
import { MergeButton, SeparateButton } from '@/components/admin/customers/merge'
import { Ledger } from '@/components/admin/members/ledger'
import { EmailProof, MemberStatusMenu } from '@/components/admin/members/member-actions'
import { PersonActions } from '@/components/admin/people/person-actions'
import { AndMore } from '@/components/admin/shared/and-more'
import { ToList } from '@/components/admin/shared/to-list'
import { PaymentBadge, StatusBadge } from '@/components/admin/shared/badges'
import { useDates } from '@/components/dates'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import type { CustomerName, CustomerPage } from '@/lib/admin/customers/schema'
import { formatMoney } from '@/lib/currencies'
import { formatRM, senOf } from '@/lib/money'
import { mailtoHref, phoneHref, whatsappLink } from '@/lib/settings/links'

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const WHEN = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

type Props = { customer: CustomerPage; path: string; booking: (id: number) => string }

/** One person: what comes next, what was, and everything that is kept about them. */
export function CustomerView({ customer, path, booking }: Props) {
  const t = useTranslations('admin.customers')
  return (
    <article className="grid min-w-0 gap-6">
      <div className="grid gap-3">
        <ToList href={path}>{t('back')}</ToList>
        <h2 className="text-xl wrap-anywhere">{customer.name}</h2>
        <Reach customer={customer} />
      </div>
      <Facts customer={customer} />
      <Bookings bookings={customer.bookings} more={customer.more.bookings} address={booking} />
      <Members members={customer.members} here={`${path}/${customer.key}`} />
      <Orders orders={customer.orders} more={customer.more.orders} />
      <Messages messages={customer.messages} more={customer.more.messages} />
      <Payments payments={customer.payments} more={customer.more.payments} />
      <Notes notes={customer.notes} more={customer.more.notes} address={booking} />
      <SamePerson customer={customer} />
      <Part title={t('parts.data')}>
        <PersonActions
          email={customer.email ?? ''}
          customer={customer.key}
          name={customer.name}
          inWords
        />
      </Part>
    </article>
  )
}

/** One press each to call, to write by WhatsApp, to write an email. */
function Reach({ customer: { phone, phoneE164, email } }: { customer: CustomerName }) {
  const t = useTranslations('admin.customers')
  const ways = [
    ...(phone ? [['call', phoneHref({ phone: phoneE164 ?? phone }), phone] as const] : []),
    ...(phoneE164
      ? [['whatsapp', whatsappLink({ whatsapp: phoneE164.slice(1) }, ''), ''] as const]
      : []),
    ...(email ? [['email', mailtoHref(email), email] as const] : []),
  ]
  return (
    <ul className="flex flex-wrap gap-2">
      {ways.map(([way, href, shown]) => (
        <li key={way}>
          <a
            href={href}
            className={buttonVariants({
              variant: 'outline',
              className: 'h-auto min-h-11 max-w-full py-1.5 text-left whitespace-normal',
            })}
          >
            <span className="shrink-0">{t(way)}</span>
            <span className="figures min-w-0 text-xs text-muted wrap-anywhere">{shown}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Facts({ customer }: { customer: CustomerPage }) {
  const t = useTranslations('admin.customers')
  const format = useDates()
  const { next, lifetime, owed } = customer
  const facts = [
    ['next', next ? format.dateTime(new Date(next.startsAt), WHEN) : t('none')],
    ['owed', formatRM(senOf(owed))],
    ['sessions', String(lifetime.sessions)],
    ['spent', formatRM(senOf(lifetime.spent))],
    ['noShows', String(lifetime.noShows)],
    [
      'seen',
      lifetime.lastSeenAt ? format.dateTime(new Date(lifetime.lastSeenAt), DAY) : t('never'),
    ],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {facts.map(([key, value]) => (
        <div key={key} className="rounded-lg border border-line bg-card p-3">
          <dt className="text-xs text-muted">{t(`facts.${key}`)}</dt>
          <dd className="figures font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid min-w-0 gap-2">
    <h3 className="text-base font-semibold">{title}</h3>
    <div className="grid min-w-0 gap-2">{children}</div>
  </section>
)

const Rows = ({ more = 0, children }: { more?: number; children: ReactNode }) => (
  <>
    <ul className="grid divide-y divide-line rounded-lg border border-line bg-card">{children}</ul>
    <AndMore count={more} />
  </>
)
const Row = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">{children}</li>
)

/** `more`: beyond those that are listed. */
type Cut = { more: number }
type Booked = Cut & { bookings: CustomerPage['bookings']; address: (id: number) => string }

function Bookings({ bookings, more, address }: Booked) {
  const t = useTranslations('admin.customers')
  const format = useDates()
  if (bookings.length === 0) return null
  return (
    <Part title={t('parts.bookings')}>
      <Rows more={more}>
        {bookings.map((booking) => (
          <Row key={booking.id}>
            <Link href={address(booking.id)} className="grid min-w-0">
              <span className="figures">{format.dateTime(new Date(booking.startsAt), WHEN)}</span>
              <span className="text-xs text-muted wrap-anywhere">
                {`${booking.service.name} · ${t('booking', { id: String(booking.id) })}`}
              </span>
            </Link>
            <span className="flex flex-wrap items-center gap-2">
              {booking.noShow && <Badge variant="outline">{t('noShow')}</Badge>}
              <StatusBadge booking={booking} />
              <PaymentBadge state={booking.paymentStatus} />
            </span>
          </Row>
        ))}
      </Rows>
    </Part>
  )
}

function Members({ members, here }: { members: CustomerPage['members']; here: string }) {
  const t = useTranslations('admin.customers')
  if (members.length === 0) return null
  return (
    <Part title={t('parts.membership')}>
      {members.map(({ member, ledger }) => (
        <div key={member.id} className="grid gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <span>{member.package}</span>
            <span className="figures text-muted">{member.referralCode}</span>
            <MemberStatusMenu
              id={member.id}
              name={member.customerName}
              status={member.status}
              version={member.updatedAt}
            />
            {!member.emailProven && (
              <EmailProof id={member.id} name={member.customerName} email={member.customerEmail} />
            )}
          </div>
          <Ledger member={member} rows={ledger} back={here} />
        </div>
      ))}
    </Part>
  )
}

function Orders({ orders, more }: Cut & { orders: CustomerPage['orders'] }) {
  const t = useTranslations('admin.customers')
  const status = useTranslations('admin.orders.status')
  const format = useDates()
  if (orders.length === 0) return null
  return (
    <Part title={t('parts.orders')}>
      <Rows more={more}>
        {orders.map((order) => (
          <Row key={order.id}>
            <span className="grid">
              <span>{t('order', { id: String(order.id) })}</span>
              <span className="figures text-xs text-muted">
                {format.dateTime(new Date(order.createdAt), DAY)}
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-2">
              <span className="figures">{formatRM(senOf(order.totalAmount))}</span>
              <Badge variant="outline">{status(order.status)}</Badge>
            </span>
          </Row>
        ))}
      </Rows>
    </Part>
  )
}

function Messages({ messages, more }: Cut & { messages: CustomerPage['messages'] }) {
  const t = useTranslations('admin.customers')
  const format = useDates()
  if (messages.length === 0) return null
  return (
    <Part title={t('parts.messages')}>
      <Rows more={more}>
        {messages.map((message) => (
          <Row key={message.id}>
            <p className="measure whitespace-pre-line wrap-anywhere">{message.message}</p>
            <span className="figures text-xs text-muted">
              {format.dateTime(new Date(message.createdAt), WHEN)}
            </span>
          </Row>
        ))}
      </Rows>
    </Part>
  )
}

function Payments({ payments, more }: Cut & { payments: CustomerPage['payments'] }) {
  const t = useTranslations('admin.customers')
  const drawer = useTranslations('admin.bookings.drawer')
  const format = useDates()
  if (payments.length === 0) return null
  return (
    <Part title={t('parts.payments')}>
      <Rows more={more}>
        {payments.map((payment) => (
          <Row key={payment.id}>
            <span className="grid">
              <span className="figures">{formatMoney(payment.amount, payment.currency)}</span>
              <span className="figures text-xs text-muted">
                {format.dateTime(new Date(payment.at), WHEN)}
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-2">
              {(['disputed', 'lost', 'refunded'] as const).map(
                (name) =>
                  payment[name] > 0 && (
                    <span key={name} className="figures text-xs text-muted">
                      {drawer(name, { amount: formatMoney(payment[name], payment.currency) })}
                    </span>
                  ),
              )}
              <PaymentBadge state={payment.state} />
            </span>
          </Row>
        ))}
      </Rows>
    </Part>
  )
}

function Notes({
  notes,
  more,
  address,
}: Cut & {
  notes: CustomerPage['notes']
  address: (id: number) => string
}) {
  const t = useTranslations('admin.customers')
  const format = useDates()
  if (notes.length === 0) return null
  return (
    <Part title={t('parts.notes')}>
      <Rows more={more}>
        {notes.map((note) => (
          <Row key={note.id}>
            <p className="measure whitespace-pre-line wrap-anywhere">{note.text}</p>
            <Link href={address(note.bookingId)} className="figures text-xs text-muted">
              {`${note.author} · ${format.dateTime(new Date(note.at), WHEN)}`}
            </Link>
          </Row>
        ))}
      </Rows>
    </Part>
  )
}

/** Who may be the same person, and who was merged into this one. */
function SamePerson({ customer }: { customer: CustomerPage }) {
  const t = useTranslations('admin.customers.merge')
  const { likely, merged, name } = customer
  const pair = (other: CustomerName) => ({
    ...{ customer: customer.key, name, other: other.key, otherName: other.name },
  })
  return (
    <>
      {merged.length > 0 && (
        <Part title={t('merged')}>
          <Rows>
            {merged.map((other) => (
              <Row key={other.key}>
                <Named customer={other} />
                <SeparateButton {...pair(other)} />
              </Row>
            ))}
          </Rows>
        </Part>
      )}
      {likely.length > 0 && (
        <Part title={t('title')}>
          <p className="text-sm text-muted">{t('hint', { name })}</p>
          <Rows>
            {likely.map((other) => (
              <Row key={other.key}>
                <Named customer={other} />
                <MergeButton {...pair(other)} />
              </Row>
            ))}
          </Rows>
        </Part>
      )}
    </>
  )
}

const Named = ({ customer: { name, phone, email } }: { customer: CustomerName }) => (
  <span className="grid min-w-0">
    <span className="wrap-anywhere">{name}</span>
    <span className="figures text-xs text-muted wrap-anywhere">
      {[phone, email].filter(Boolean).join(' · ')}
    </span>
  </span>
)
