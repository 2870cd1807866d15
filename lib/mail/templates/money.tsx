import type { News } from '@/lib/notices/rules'
import { Note } from '@/lib/mail/templates/parts'
import type { Voice } from '@/lib/mail/templates/wording'
import { formatRM } from '@/lib/money'
import { PAID_AT_STUDIO, type Money } from '@/lib/sales/money'

type Props = { voice: Voice }

/** What a notice is about, for the placeholders of its texts. */
type About = { kind: string; id: number }

/** What a mail is about, for the placeholders of its texts. */
export const aboutOf = ({ about }: { about: { booking: number } | { order: number } }) =>
  'order' in about
    ? ({ kind: 'order', id: about.order } as const)
    : ({ kind: 'booking', id: about.booking } as const)

/** The kind of document that a notice brings and is named after, the most important one first. */
function documentOf({ attached, missing }: Voice) {
  const all = [...attached, ...missing]
  return (['debit_note', 'credit_note'] as const).find((kind) => all.includes(kind)) ?? 'receipt'
}

/** Where the texts are of a notice that is about money alone. */
function placeOf({ says }: News, voice: Voice): 'dispute' | 'debit' | 'credit' | 'refunded' | null {
  if (says === 'dispute') return 'dispute'
  if (says === 'refund_failed') return 'debit'
  if (says === 'refund') return 'refunded'
  return ({ debit_note: 'debit', credit_note: 'credit', receipt: null } as const)[documentOf(voice)]
}

/**
 * The subject, title, preview and first sentence of a notice that is about money alone. They name a
 * document only where the mail brings it.
 */
export function moneyWords(news: News, about: About, voice: Voice) {
  const { t, attached } = voice
  const place = placeOf(news, voice)
  if (place === null) return receiptWords(about, voice)
  const preview = t(`${place}.preview`, about)
  if (place === 'dispute') {
    const intro = t(`dispute.${news.dispute ?? 'opened'}`)
    return { subject: t('dispute.subject', about), title: t('dispute.title'), preview, intro }
  }
  const isBrought = place !== 'refunded' && attached.includes(`${place}_note`)
  const intro = isBrought ? t(`${place}.intro`, about) : preview
  if (place === 'debit') {
    const subject = t(isBrought ? 'debit.subject_note' : 'debit.subject', about)
    return { subject, title: t('debit.title'), preview, intro }
  }
  return {
    subject: t(isBrought ? 'credit.subject_note' : 'refunded.subject', about),
    title: t(isBrought ? 'credit.title_note' : 'refunded.title'),
    ...{ preview, intro },
  }
}

function receiptWords(about: About, { t, attached }: Voice) {
  const isBrought = attached.includes('receipt')
  const text = t(isBrought ? 'later.receipt.text' : 'payment.preview', about)
  return {
    subject: t(isBrought ? 'later.receipt.subject' : 'payment.subject', about),
    title: t(isBrought ? 'later.receipt.title' : 'payment.title'),
    ...{ preview: text, intro: text },
  }
}

/** What comes next for the customer of money that went back, or should have. */
export function nextOf(news: News, { backSen, returnedSen }: Money, voice: Voice): string | null {
  const place = placeOf(news, voice)
  if (news.says !== 'documents' && news.says !== 'refund_failed') return null
  if (place === 'debit') return voice.t('debit.bank')
  if (place !== 'credit' || backSen > 0 === returnedSen > 0) return null
  return voice.t(returnedSen > 0 ? 'credit.studio' : 'credit.bank')
}

const PLACES = ['back', 'due', 'stuck'] as const

/**
 * What becomes of money that is not kept, as far as it is news; of what the studio is to return, in the
 * words of each way in which it came.
 */
export function refundSentences(news: News, { toReturn }: Money, { t }: Voice): string[] {
  const owed = news.atStudioSen > 0 ? PAID_AT_STUDIO.filter((way) => toReturn[way] > 0) : []
  return [
    ...PLACES.filter((place) => news[`${place}Sen`] > 0).map((place) =>
      t(`refund.${place}`, { amount: formatRM(news[`${place}Sen`]) }),
    ),
    ...owed.map((way) => t(`refund.owed.${way}`, { amount: formatRM(toReturn[way]) })),
    ...(news.returnedSen > 0
      ? [t('refund.returnedAtStudio', { amount: formatRM(news.returnedSen) })]
      : []),
  ]
}

export const Enclosed = ({ voice: { t, attached } }: Props) =>
  (['receipt', 'credit_note', 'debit_note'] as const).map(
    (kind) =>
      attached.includes(kind) && (
        <Note key={kind} apart>
          {t(`enclosed.${kind}`)}
        </Note>
      ),
  )
