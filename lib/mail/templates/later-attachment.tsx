import type { AttachmentFacts } from '@/lib/mail/schema'
import { aboutOf } from '@/lib/mail/templates/money'
import { Layout } from '@/lib/mail/templates/layout'
import { Paragraph } from '@/lib/mail/templates/parts'
import { Help, ManageLink } from '@/lib/mail/templates/visit'
import type { Voice } from '@/lib/mail/templates/wording'

/** To the customer: the file that an earlier mail went without. */
export function LaterAttachment({ facts, voice }: { facts: AttachmentFacts; voice: Voice }) {
  const { t, studio } = voice
  const about = aboutOf(facts)
  const isOrder = about.kind === 'order'
  return (
    <Layout
      voice={voice}
      title={t(`later.${facts.attachment}.title`)}
      preview={t(`later.${facts.attachment}.text`, about)}
      {...(isOrder && { reason: t('orders.reason', { studio: studio.name }) })}
    >
      <Paragraph>{t('greeting', { name: facts.name || t('valued_customer') })}</Paragraph>
      <Paragraph>{t(`later.${facts.attachment}.text`, about)}</Paragraph>
      <ManageLink about={isOrder ? 'order' : 'past'} token={facts.manageToken} voice={voice} />
      <Help voice={voice} id={about.id} {...(isOrder && { about: 'prefill_order' as const })} />
    </Layout>
  )
}
