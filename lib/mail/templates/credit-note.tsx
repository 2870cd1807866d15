import type { CreditNoteFacts } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import { Note, Paragraph } from '@/lib/mail/templates/parts'
import { Help, ManageLink } from '@/lib/mail/templates/visit'
import type { Voice } from '@/lib/mail/templates/wording'

/** What a mail is about, for the placeholders of its texts. */
export const aboutOf = ({ about }: Pick<CreditNoteFacts, 'about'>) =>
  'order' in about
    ? ({ kind: 'order', id: about.order } as const)
    : ({ kind: 'booking', id: about.booking } as const)

/** Where the texts of each kind of note are. */
export const NOTE_WORDS = { credit_note: 'credit', debit_note: 'debit' } as const

type Props = { kind: keyof typeof NOTE_WORDS; note: CreditNoteFacts; voice: Voice }

/**
 * To the customer: money was refunded, or a refund did not arrive, and the credit or debit note with
 * the amount is attached.
 */
export function NoteMail({ kind, note, voice }: Props) {
  const { t, studio } = voice
  const words = NOTE_WORDS[kind]
  const about = aboutOf(note)
  const isOrder = about.kind === 'order'
  return (
    <Layout
      voice={voice}
      title={t(`${words}.title`)}
      preview={t(`${words}.preview`, about)}
      {...(isOrder && { reason: t('orders.reason', { studio: studio.name }) })}
    >
      <Paragraph>{t('greeting', { name: note.name || t('valued_customer') })}</Paragraph>
      <Paragraph>
        {t(`${words}.${voice.attached.includes(kind) ? 'intro' : 'preview'}`, about)}
      </Paragraph>
      <Note apart>
        {t(words === 'credit' && note.atStudio ? 'credit.studio' : `${words}.bank`)}
      </Note>
      <ManageLink about={isOrder ? 'order' : 'past'} token={note.manageToken} voice={voice} />
      <Help voice={voice} id={about.id} {...(isOrder && { about: 'prefill_order' as const })} />
    </Layout>
  )
}
