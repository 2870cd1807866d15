import { hasSentence } from '@/lib/i18n/has-sentence'
import type { ReactElement } from 'react'
import type {
  ContactMessageFacts,
  OrderFacts,
  SlipFacts,
  StudioBooking,
  SUMMARY_LISTS,
  SummaryFacts,
} from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import {
  Action,
  Bullets,
  type MailFact,
  Facts,
  Lines,
  Paragraph,
  Part,
} from '@/lib/mail/templates/parts'
import { Amounts, Requirements, SessionFacts } from '@/lib/mail/templates/session'
import { roomWords, slotText, type Voice } from '@/lib/mail/templates/wording'
import { formatRM } from '@/lib/money'
import { fullName } from '@/lib/names'
import { mailtoHref } from '@/lib/settings/links'
import { longDate, studioDate, studioTime } from '@/lib/time'

type Props = { contact: ContactMessageFacts; voice: Voice }

/** To the studio. A reply goes directly to the visitor (Reply-To). */
export function ContactMessage({ contact, voice }: Props) {
  const { t } = voice
  const about = subjectOf(contact, t)
  return (
    <Layout
      voice={voice}
      title={t('contact.title', { about })}
      preview={t('contact.preview', { name: contact.name })}
      reason={t('studio.reason')}
    >
      <Paragraph>{t('contact.intro', { name: contact.name })}</Paragraph>
      <Part title={t('contact.message')}>
        <Paragraph>
          <Lines text={contact.message} />
        </Paragraph>
      </Part>
      <Part title={t('contact.sender')}>
        <Facts facts={senderFacts(contact, voice)} />
      </Part>
      <Action primary href={mailtoHref(contact.email)}>
        {t('contact.reply')}
      </Action>
      <Action href={`${voice.site}/admin`}>{t('studio.admin')}</Action>
    </Layout>
  )
}

/** The subject in words; one without an entry in the dictionary is shown as it was sent. */
export function subjectOf(
  { subject }: Pick<ContactMessageFacts, 'subject'>,
  t: Voice['t'],
): string {
  const key = `contact.subjects.${subject}`
  return hasSentence(t, key) ? t(key) : subject
}

function senderFacts(contact: ContactMessageFacts, { t }: Voice): MailFact[] {
  const industry = `contact.industries.${contact.industry}`
  const optional: [label: Parameters<Voice['t']>[0], value: string | null][] = [
    ['facts.phone', contact.phone],
    ['contact.company', contact.company],
    ['contact.designation', contact.designation],
    // The form sends keys; other callers may send their own words (docs/decisions/020 G6).
    ['contact.industry', hasSentence(t, industry) ? t(industry) : contact.industry],
    ['contact.companySize', contact.companySize],
    ['contact.experience', contact.experience],
  ]
  return [
    { label: t('facts.name'), value: contact.name, strong: true },
    { label: t('facts.email'), value: contact.email },
    ...optional.flatMap(([label, value]) => (value ? [{ label: t(label), value }] : [])),
    ...(contact.topics
      ? [{ label: t('contact.topics'), value: <Lines text={contact.topics} /> }]
      : []),
  ]
}

/** To the studio: made, moved, longer, cancelled, or paid too late (docs/decisions/020 F4, C7). */
export function StudioBookingMail({ booking, voice }: { booking: StudioBooking; voice: Voice }) {
  const { t } = voice
  const { event, news, previous, otherRoom } = booking
  const name = fullName(booking) || t('valued_customer')
  const isLate = event === 'late'
  const lateIntro = news.refused.some(({ why }) => why === 'cancelled')
    ? ('studio.intro_cancelled' as const)
    : ('studio.intro' as const)
  const intro = isNewRoomOnly(booking)
    ? ('notice.moved.room_intro' as const)
    : (`notice.${event === 'late' ? 'moved' : event}.intro` as const)
  return (
    <Layout
      voice={voice}
      title={isLate ? t('studio.title') : t(`notice.${event}.title`)}
      preview={t('notice.preview', { name, slot: slotText(booking, voice) })}
      reason={t(isLate ? 'studio.reason' : 'notice.reason')}
    >
      <Paragraph>{isLate ? t(lateIntro) : t(intro, { name })}</Paragraph>
      {previous && (
        <Paragraph>{t('rescheduled.before', { slot: slotText(previous, voice) })}</Paragraph>
      )}
      {otherRoom && <Paragraph>{t('rescheduled.room', roomWords(otherRoom))}</Paragraph>}
      {isLate && <LateMoney booking={booking} voice={voice} />}
      <SessionFacts when booking={booking} voice={voice} title={t('studio.session')} />
      <Requirements booking={booking} voice={voice} />
      <Amounts booking={booking} voice={voice} />
      {isLate && (
        <Part title={t('studio.offered')}>
          {booking.alternatives.length > 0 ? (
            <Bullets items={booking.alternatives.map((slot) => slotText(slot, voice))} />
          ) : (
            <Paragraph>{t('studio.none')}</Paragraph>
          )}
        </Part>
      )}
      <Action primary href={`${voice.site}/admin`}>
        {t('studio.admin')}
      </Action>
    </Layout>
  )
}

type SubjectWords = { id: number; service: string; date: string; time: string }

export function studioSubject(booking: StudioBooking, words: SubjectWords, { t }: Voice): string {
  const { event, otherRoom } = booking
  if (event === 'late') return t('studio.subject', words)
  return isNewRoomOnly(booking)
    ? t('notice.moved.room_subject', { ...words, room: otherRoom?.room ?? '' })
    : t(`notice.${event}.subject`, words)
}

const isNewRoomOnly = ({ event, otherRoom }: StudioBooking): boolean =>
  event === 'moved' && otherRoom !== null && otherRoom.isSameTime

/** What becomes of the money of a booking that was paid too late. */
const LateMoney = ({
  booking: { money },
  voice: { t },
}: {
  booking: StudioBooking
  voice: Voice
}) => (
  <>
    {(['back', 'due', 'stuck'] as const).map(
      (place) =>
        money[`${place}Sen`] > 0 && (
          <Paragraph key={place}>
            {t(`studio.${place}`, { amount: formatRM(money[`${place}Sen`]) })}
          </Paragraph>
        ),
    )}
    <Paragraph>{t('studio.todo')}</Paragraph>
  </>
)

/** To the studio: a slip was sent, and the money is to be looked for in the account. */
export function StudioSlip({ slip, voice }: { slip: SlipFacts; voice: Voice }) {
  const { t, locale } = voice
  const words = slipWords(slip, voice)
  const until = slip.until && new Date(slip.until)
  return (
    <Layout
      voice={voice}
      title={t('notice.slip.title')}
      preview={t('notice.slip.intro', words)}
      reason={t('studio.reason')}
    >
      <Paragraph>{t('notice.slip.intro', words)}</Paragraph>
      <Facts
        facts={[
          { label: t('facts.reference'), value: `#${slip.bookingId}`, strong: true },
          { label: t('facts.date'), value: slotText(slip, voice) },
        ]}
      />
      <Paragraph>
        {until
          ? t('notice.slip.until', {
              date: longDate(studioDate(until), locale),
              time: studioTime(until),
            })
          : t('notice.slip.ended')}
      </Paragraph>
      {slip.sameSlip.length > 0 && (
        <Paragraph>
          {t('notice.slip.same', { ids: slip.sameSlip.map((id) => `#${id}`).join(', ') })}
        </Paragraph>
      )}
      <Action primary href={`${voice.site}/admin/bookings/${slip.bookingId}`}>
        {t('notice.slip.open')}
      </Action>
    </Layout>
  )
}

/** Whose slip it is, and over which amount. */
export const slipWords = ({ bookingId, name, amountSen }: SlipFacts, { t }: Voice) => ({
  id: bookingId,
  name: name || t('valued_customer'),
  amount: formatRM(amountSen),
})

/** To the studio: an order was paid. `facts`: what was ordered, as in the customer's mail. */
export function NewOrder({
  order,
  voice,
  facts,
}: {
  order: Pick<OrderFacts, 'name'>
  voice: Voice
  facts: ReactElement
}) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('notice.order.title')}
      preview={t('notice.order.intro', { name: order.name })}
      reason={t('notice.reason')}
    >
      <Paragraph>{t('notice.order.intro', { name: order.name })}</Paragraph>
      {facts}
      <Action primary href={`${voice.site}/admin/orders`}>
        {t('notice.order.open')}
      </Action>
    </Layout>
  )
}

type SummaryList = (typeof SUMMARY_LISTS)[number]

/** To the studio, each morning (docs/decisions/020 F4). */
export function DailySummary({ summary, voice }: { summary: SummaryFacts; voice: Voice }) {
  const { t, locale } = voice
  const since = new Date(summary.since)
  type Line = SummaryFacts['made'][number]
  const line = (booking: Line, time: string) =>
    t('summary.booking', {
      id: booking.bookingId,
      service: [booking.serviceName, ...(booking.room ? [booking.room] : [])].join(' · '),
      date: longDate(booking.date, locale),
      time,
      amount: formatRM(booking.totalSen),
    })
  const beyond = (list: SummaryList): number => summary.more?.[list] ?? 0
  const whole = (list: SummaryList, lines: string[]): string[] =>
    beyond(list) > 0 ? [...lines, t('summary.more', { count: beyond(list) })] : lines
  const lists: [title: string, lines: string[]][] = [
    [
      t('summary.today'),
      whole(
        'today',
        summary.today.map((one) => line(one, `${one.time}–${one.until}`)),
      ),
    ],
    [
      t('summary.made'),
      whole(
        'made',
        summary.made.map((one) => line(one, one.time)),
      ),
    ],
    [
      t('summary.changed'),
      whole(
        'changed',
        summary.changed.map((one) => `${t(`summary.${one.event}`)}: ${line(one, one.time)}`),
      ),
    ],
    [
      t('summary.orders'),
      whole(
        'orders',
        summary.orders.map((order) =>
          t('summary.order', { id: order.orderId, amount: formatRM(order.totalSen) }),
        ),
      ),
    ],
    [
      t('summary.rest'),
      [
        ...(summary.messages > 0 ? [t('summary.messages', { count: summary.messages })] : []),
        ...(summary.attention > 0 ? [t('summary.attention', { count: summary.attention })] : []),
      ],
    ],
  ]
  return (
    <Layout
      voice={voice}
      title={t('summary.title')}
      preview={t('summary.preview', {
        sessions: summary.today.length + beyond('today'),
        made: summary.made.length + beyond('made'),
      })}
      reason={t('notice.reason')}
    >
      <Paragraph>
        {t('summary.since', {
          date: longDate(studioDate(since), locale),
          time: studioTime(since),
        })}
      </Paragraph>
      {lists.map(
        ([title, lines]) =>
          lines.length > 0 && (
            <Part key={title} title={title}>
              <Bullets items={lines} />
            </Part>
          ),
      )}
      <Action primary href={`${voice.site}/admin`}>
        {t('studio.admin')}
      </Action>
    </Layout>
  )
}
