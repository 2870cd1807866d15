import { Text } from '@react-email/text'
import { lengthKey } from '@/lib/availability/rules'
import { formatRM } from '@/lib/money'
import { fullName } from '@/lib/names'
import type { BookingFacts, BookingNotice, Reminder } from '../schema'
import type { Standing } from '@/lib/notices/rules'
import { Facts, Lines, Paragraph, Part, Plate, PlateActions, type MailFact } from './parts'
import { COLOUR } from './theme'
import { dateOf, pageLink, taxFact, timesOf, type Voice } from './wording'

type Props = { booking: BookingFacts; voice: Voice }

export const Greeting = ({ booking, voice: { t } }: Props) => (
  <Paragraph>{t('greeting', { name: fullName(booking) || t('valued_customer') })}</Paragraph>
)

/**
 * What a customer can do with a ticket, the first thing first: keep the date, pay the way they chose,
 * look after it.
 */
function ticketActions(
  { manageToken: token, standing, askedSen, transfer }: TicketFacts,
  voice: Voice,
): { href: string; text: string }[] {
  const { t, site } = voice
  const page = (about: 'pay' | 'slip' | 'session') => ({
    href: pageLink(`/manage/${token}`, voice),
    text: t(`manage.${about}.button`),
  })
  const calendar = { href: `${site}/api/manage/${token}/calendar`, text: t('manage.calendar') }
  if (transfer) return [page('slip')]
  if (standing !== 'stands') return [page(askedSen > 0 ? 'pay' : 'session')]
  return askedSen > 0 ? [page('pay'), calendar] : [calendar, page('session')]
}

type TicketFacts = Reminder & { standing: Standing; transfer?: BookingNotice['transfer'] }

/** Date and time, large, as on the confirmation page's ticket, and what to do with it. */
export function MailTicket({ booking, voice }: { booking: TicketFacts; voice: Voice }) {
  const { locale, t } = voice
  return (
    <Plate note={t('zone')}>
      {booking.spans.map((span) => (
        <Text
          key={span.startsAt}
          style={{ margin: '0 0 6px', color: COLOUR.onDark, fontSize: '17px', lineHeight: '26px' }}
        >
          {dateOf(span, locale)}
          <br />
          <strong
            style={{
              color: COLOUR.tungsten,
              fontSize: booking.spans.length > 1 ? '17px' : '26px',
              lineHeight: '34px',
            }}
          >
            {timesOf(span)}
          </strong>
        </Text>
      ))}
      <PlateActions actions={ticketActions(booking, voice)} />
    </Plate>
  )
}

/** With `when` where no ticket shows it, because the session does not take place. */
export function SessionFacts({
  booking,
  voice,
  title,
  when,
}: Props & { title?: string; when?: boolean }) {
  const { t } = voice
  const facts: MailFact[] = [
    { label: t('facts.reference'), value: `#${booking.bookingId}`, strong: true },
    { label: t('facts.service'), value: booking.serviceName },
    ...(booking.room ? [{ label: t('facts.room'), value: booking.room }] : []),
    ...(when ? whenFacts(booking, voice) : []),
    {
      label: t('facts.duration'),
      value: t(`duration.${lengthKey(booking)}`, { hours: booking.hours }),
    },
    ...addOnFacts(booking, voice),
    { label: t('facts.name'), value: fullName(booking) || t('valued_customer') },
    ...(booking.email ? [{ label: t('facts.email'), value: booking.email }] : []),
    ...(booking.phone ? [{ label: t('facts.phone'), value: booking.phone }] : []),
  ]
  return (
    <Part title={title ?? t('facts.title')}>
      <Facts facts={facts} />
    </Part>
  )
}

const addOnFacts = ({ addOns }: BookingFacts, { t }: Voice): MailFact[] =>
  addOns.length === 0
    ? []
    : [
        {
          label: t('facts.add_ons'),
          value: <Lines text={addOns.map((addOn) => t('facts.add_on', addOn)).join('\n')} />,
        },
      ]

function whenFacts({ spans }: BookingFacts, { locale, t }: Voice): MailFact[] {
  const [first] = spans
  if (first && spans.length === 1)
    return [
      { label: t('facts.date'), value: dateOf(first, locale) },
      { label: t('facts.time'), value: <Lines text={`${timesOf(first)}\n${t('zone')}`} /> },
    ]
  const days = spans.map((span) => `${dateOf(span, locale)}, ${timesOf(span)}`)
  return [{ label: t('facts.days'), value: <Lines text={[...days, t('zone')].join('\n')} /> }]
}

export function Requirements({ booking, voice: { t } }: Props) {
  if (!booking.requirements) return null
  return (
    <Part title={t('facts.requirements')}>
      <Paragraph>
        <Lines text={booking.requirements} />
      </Paragraph>
    </Part>
  )
}

/** Base, tax and total, and what was paid of it. */
export function Amounts({ booking, voice }: Props) {
  const { t } = voice
  // A free session: a bill of zero only raises questions.
  if (booking.totalSen === 0) return null
  const { money } = booking
  const isPaid = isPaidInFull(booking)
  const open = openSen(booking)
  const facts: MailFact[] = [
    { label: t('amount.subtotal'), value: formatRM(booking.subtotalSen) },
    ...taxFact(booking, voice),
    {
      label: t(isPaid && money.offPriceSen === 0 ? 'amount.paid' : 'amount.total'),
      value: formatRM(booking.totalSen),
      strong: true,
    },
    ...(money.offPriceSen > 0
      ? [
          { label: t('amount.reduced'), value: formatRM(-money.offPriceSen) },
          { label: t('amount.paid'), value: formatRM(money.settledSen) },
        ].slice(0, isPaid ? 2 : 1)
      : []),
    ...(money.settledSen > 0 && !isPaid
      ? [{ label: t('amount.kept'), value: formatRM(money.settledSen) }]
      : []),
    ...(open > 0 ? [{ label: t('amount.open'), value: formatRM(open) }] : []),
  ]
  return (
    <Part title={t('amount.title')}>
      <Facts facts={facts} />
    </Part>
  )
}

/** True when the studio has the whole price. */
export const isPaidInFull = ({ totalSen, money }: BookingFacts): boolean =>
  money.settledSen >= totalSen - money.offPriceSen

/**
 * What is still to be paid, in sen: what the page asks for, else what follows from the payments alone.
 * 0 where it does not, because money went back, waits for a decision or is on its way.
 */
function openSen({ totalSen, money, askedSen }: BookingFacts): number {
  if (money.inProgress || askedSen > 0) return money.inProgress ? 0 : askedSen
  const { settledSen, dueSen, atStudioSen, stuckSen, backSen, returnedSen, lostSen } = money
  const elsewhereSen = dueSen + atStudioSen + stuckSen + backSen + returnedSen + lostSen
  // What the owner gave back is off the price, and explains itself.
  return elsewhereSen === money.offPriceSen
    ? Math.max(0, totalSen - money.offPriceSen - settledSen)
    : 0
}
