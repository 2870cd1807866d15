import { Section } from '@react-email/section'
import { QR_CID } from '@/lib/mail/rules'
import type { BookingNotice, Reminder } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import { Enclosed, moneyWords, nextOf, refundSentences } from '@/lib/mail/templates/money'
import { Action, Bullets, Facts, Note, Paragraph, Part } from '@/lib/mail/templates/parts'
import {
  Amounts,
  Greeting,
  isPaidInFull,
  Requirements,
  SessionFacts,
  MailTicket,
} from '@/lib/mail/templates/session'
import {
  CalendarAttached,
  Help,
  ManageLink,
  Policy,
  WhatNext,
  WhatToBring,
  WhereToFindUs,
} from '@/lib/mail/templates/visit'
import { pageLink, roomWords, slotText, type Voice } from '@/lib/mail/templates/wording'
import { formatRM } from '@/lib/money'
import { longDate, studioDate, studioTime } from '@/lib/time'

type Props = { booking: BookingNotice; voice: Voice }

/** To the customer, a day before: when, where, what to bring. */
export function BookingReminder({ booking, voice }: { booking: Reminder; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('reminder.title')}
      preview={t('reminder.preview', { slot: slotText(booking, voice) })}
    >
      <MailTicket booking={{ ...booking, standing: 'stands' }} voice={voice} />
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t('reminder.intro')}</Paragraph>
      <Paragraph>{t('next.arrive')}</Paragraph>
      <WhereToFindUs voice={voice} />
      <WhatToBring voice={voice} />
      <SessionFacts booking={booking} voice={voice} />
      <Requirements booking={booking} voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}

// Where the texts of each notice are; those about money alone are the same for orders.
const WORDS = {
  confirmed: 'confirmed',
  unpaid: 'unpaid',
  pending: 'pending',
  paid: 'paid_after',
  completed: 'completed',
  restored: 'restored',
  cancelled: 'cancelled',
  late: 'late',
  moved: 'rescheduled',
  upgraded: 'upgraded',
  upgrade_refund: 'upgrade_refund',
} as const

export function noticeWords(booking: BookingNotice, voice: Voice) {
  const { says, paidSen } = booking.news
  const words = {
    ...{ id: booking.bookingId, service: booking.serviceName, time: booking.time },
    date: longDate(booking.date, voice.locale),
    slot: slotText(booking, voice),
    amount: formatRM(paidSen),
    kind: 'booking',
  }
  if (!(says in WORDS)) return moneyWords(booking.news, words, voice)
  const { otherRoom } = booking
  if (says === 'moved' && otherRoom?.isSameTime)
    return {
      subject: voice.t('rescheduled.room_subject', words),
      title: voice.t('rescheduled.room_title'),
      preview: voice.t('rescheduled.room_preview', { ...words, room: otherRoom.room }),
    }
  const at = booking.transfer && says === 'unpaid' ? 'transfer' : WORDS[says as keyof typeof WORDS]
  const of = (part: 'subject' | 'title' | 'preview') => voice.t(`${at}.${part}`, words)
  return { subject: of('subject'), title: of('title'), preview: of('preview') }
}

const untilWords = ({ until }: { until: string }, voice: Voice) => ({
  time: slotText({ date: studioDate(new Date(until)), time: studioTime(new Date(until)) }, voice),
})

const unpaidIntro = ({ transfer, isFirst }: BookingNotice, voice: Voice): string =>
  transfer
    ? voice.t('transfer.intro', untilWords(transfer, voice))
    : voice.t(isFirst ? 'unpaid.intro' : 'unpaid.intro_again')

const endOf = ({ transferEnd, isOver }: BookingNotice) =>
  transferEnd
    ? (`transfer.${transferEnd}` as const)
    : isOver
      ? 'cancelled.intro_over'
      : 'cancelled.intro'

/** What a notice says first: of the standing of the booking, or of what has changed. */
function introOf(booking: BookingNotice, voice: Voice): string {
  const { t } = voice
  const { news } = booking
  const isPaid = isPaidInFull(booking)
  const late = news.refused.some(({ why }) => why === 'cancelled') ? 'intro_cancelled' : 'intro'
  switch (news.says) {
    case 'confirmed':
      if (booking.totalSen === 0) return t('confirmed.intro_free')
      return t(isPaid ? 'confirmed.intro' : 'confirmed.intro_open')
    case 'unpaid':
      return unpaidIntro(booking, voice)
    case 'pending':
    case 'completed':
    case 'restored':
      return t(`${news.says}.intro`)
    case 'paid':
      return t('paid_after.intro')
    case 'cancelled':
      return t(endOf(booking))
    case 'moved':
      if (booking.otherRoom?.isSameTime) return t('rescheduled.room_intro')
      return t(isPaid ? 'rescheduled.intro' : 'rescheduled.intro_open')
    case 'upgraded':
      return news.paidSen > 0
        ? t('upgraded.intro', { amount: formatRM(news.paidSen) })
        : t('upgraded.intro_open')
    case 'upgrade_refund':
      return t(`upgrade_refund.${late}`)
    case 'late':
      return t(`late.${late}`)
    default:
      return moneyWords(news, { kind: 'booking', id: booking.bookingId }, voice).intro
  }
}

/** Another time or room than was told before. */
const movedOf = ({ news, previous, otherRoom }: BookingNotice, voice: Voice) => [
  news.moved &&
    news.says !== 'moved' &&
    voice.t(otherRoom?.isSameTime ? 'also.room' : 'also.moved'),
  previous && voice.t('rescheduled.before', { slot: slotText(previous, voice) }),
  otherRoom && voice.t('rescheduled.room', roomWords(otherRoom)),
]

/** What else has changed since the customer was told last. */
function alsoOf(booking: BookingNotice, voice: Voice): string[] {
  const { t } = voice
  const { news, standing } = booking
  const { says, refused } = news
  const isAlso = (...first: string[]) => !first.includes(says)
  return [
    ...movedOf(booking, voice),
    news.moved &&
      standing === 'waits' &&
      booking.askedSen > 0 &&
      isAlso('unpaid') &&
      t('rescheduled.unpaid'),
    news.extended && isAlso('upgraded') && t('also.extended'),
    news.paidSen > 0 &&
      isAlso('confirmed', 'paid', 'upgraded') &&
      t('also.paid', { amount: formatRM(news.paidSen) }),
    news.dispute && isAlso('dispute') && t(`dispute.${news.dispute}`),
    refused.some(({ why }) => why === 'duplicate') && t('also.duplicate'),
    refused.some(({ why }) => why !== 'duplicate') &&
      isAlso('late', 'upgrade_refund') &&
      t('also.refused'),
    says === 'upgrade_refund' &&
      standing !== 'ended' &&
      !news.moved &&
      !news.extended &&
      t('upgrade_refund.rest'),
  ].filter((text) => typeof text === 'string')
}

/** What a notice says before the facts of the session. */
export function noticeSentences(booking: BookingNotice, voice: Voice): string[] {
  const { news, money } = booking
  const next = nextOf(news, money, voice)
  return [
    introOf(booking, voice),
    ...alsoOf(booking, voice),
    ...refundSentences(news, money, voice),
    ...(news.says === 'cancelled' && money.settledSen > 0
      ? [voice.t('cancelled.refund_none')]
      : []),
    ...(next === null ? [] : [next]),
  ]
}

/** To the customer: what has changed of their booking since they were told last. */
export function BookingNoticeMail({ booking, voice }: Props) {
  const { standing, isOver } = booking
  const { title, preview } = noticeWords(booking, voice)
  const isAhead = !isOver && (standing === 'stands' || standing === 'waits')
  return (
    <Layout voice={voice} title={title} preview={preview}>
      {isAhead && <MailTicket booking={booking} voice={voice} />}
      <Greeting booking={booking} voice={voice} />
      {noticeSentences(booking, voice).map((text, nth) => (
        <Paragraph key={nth}>{text}</Paragraph>
      ))}
      {isAhead ? (
        <Ahead booking={booking} voice={voice} />
      ) : (
        <Behind booking={booking} voice={voice} />
      )}
      <Enclosed voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}

/** A session that is to take place: when, where, and what it costs. */
function Ahead({ booking, voice }: Props) {
  const { t } = voice
  const { news, standing } = booking
  const isNew = ['confirmed', 'restored', 'unpaid'].includes(news.says)
  return (
    <>
      <CalendarAttached
        text={t(
          isNew ? 'next.calendar' : news.moved ? 'rescheduled.calendar' : 'upgraded.calendar',
        )}
        voice={voice}
      />
      {booking.transfer && <Account booking={booking} transfer={booking.transfer} voice={voice} />}
      <Paragraph>
        {booking.transfer
          ? t('transfer.page')
          : t(`manage.${booking.askedSen > 0 ? 'pay' : 'session'}.text`)}
      </Paragraph>
      <SessionFacts booking={booking} voice={voice} />
      <Requirements booking={booking} voice={voice} />
      <Amounts booking={booking} voice={voice} />
      {isNew && standing === 'stands' && <WhatNext voice={voice} />}
      {(isNew || news.moved) && <WhereToFindUs voice={voice} token={booking.manageToken} />}
      {standing === 'stands' && (isNew || news.moved) && <WhatToBring voice={voice} />}
      {(isNew || news.extended) && <Policy voice={voice} />}
    </>
  )
}

type Transferred = Props & { transfer: NonNullable<BookingNotice['transfer']> }

/** How much goes where, under which reference, and until when. */
const Account = ({ booking, transfer, voice }: Transferred) => {
  const { t } = voice
  const { bank, holder, number, qr } = transfer
  return (
    <Part title={t('transfer.account')}>
      <Facts
        facts={[
          { label: t('transfer.amount'), value: formatRM(booking.askedSen), strong: true },
          { label: t('transfer.reference'), value: String(booking.bookingId), strong: true },
          { label: t('transfer.bank'), value: bank },
          { label: t('transfer.holder'), value: holder },
          { label: t('transfer.number'), value: number },
          { label: t('transfer.until'), value: untilWords(transfer, voice).time },
        ]}
      />
      {qr && (
        <Section data-skip-in-text="true">
          <img
            src={`cid:${QR_CID}`}
            alt={t(qr.asks ? 'transfer.qr' : 'transfer.qrPlain')}
            width={240}
            height={240}
          />
          <Note>{t(qr.asks ? 'transfer.qrNote' : 'transfer.qrPlainNote')}</Note>
        </Section>
      )}
    </Part>
  )
}

/** A session that is over, or does not take place. */
function Behind({ booking, voice }: Props) {
  const { t } = voice
  const { news, standing, alternatives } = booking
  const isLate = news.says === 'late'
  return (
    <>
      {alternatives.length > 0 && (
        <Part title={t('late.alternatives')}>
          <Paragraph>{t('late.alternatives_text')}</Paragraph>
          <Bullets
            items={alternatives.map((slot) => (
              <strong key={`${slot.date} ${slot.time}`}>{slotText(slot, voice)}</strong>
            ))}
          />
        </Part>
      )}
      <SessionFacts
        when
        booking={booking}
        voice={voice}
        {...(isLate && { title: t('late.wanted') })}
      />
      <CalendarAttached text={t('cancelled.calendar')} voice={voice} />
      {(isLate || news.says === 'cancelled') && (
        <Action primary href={pageLink('/booking', voice)}>
          {t(isLate ? 'late.book' : 'cancelled.again')}
        </Action>
      )}
      {standing !== 'ended' && <Amounts booking={booking} voice={voice} />}
      <ManageLink about="past" token={booking.manageToken} voice={voice} />
    </>
  )
}
