import type { CreditNoteFacts } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import { Note, Paragraph } from '@/lib/mail/templates/parts'
import { Help, ManageLink } from '@/lib/mail/templates/visit'
import type { Voice } from '@/lib/mail/templates/wording'

/** What a credit note is about, for the placeholders of its mail. */
export const aboutOf = ({ about }: CreditNoteFacts) =>
  'order' in about
    ? ({ kind: 'order', id: about.order } as const)
    : ({ kind: 'booking', id: about.booking } as const)

/** To the customer: money was refunded, and the credit note with the amount is attached. */
export function CreditNoteMail({ note, voice }: { note: CreditNoteFacts; voice: Voice }) {
  const { t, studio } = voice
  const about = aboutOf(note)
  const isOrder = about.kind === 'order'
  return (
    <Layout
      voice={voice}
      title={t('credit.title')}
      preview={t('credit.preview', about)}
      {...(isOrder && { reason: t('orders.reason', { studio: studio.name }) })}
    >
      <Paragraph>{t('greeting', { name: note.name || t('valued_customer') })}</Paragraph>
      <Paragraph>{t('credit.intro', about)}</Paragraph>
      <Note apart>{t('credit.bank')}</Note>
      <ManageLink about={isOrder ? 'order' : 'past'} token={note.manageToken} voice={voice} />
      <Help voice={voice} id={about.id} {...(isOrder && { about: 'prefill_order' as const })} />
    </Layout>
  )
}
