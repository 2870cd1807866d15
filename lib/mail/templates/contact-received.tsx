import type { ContactReceivedFacts } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import { Lines, Note, Paragraph, Part } from '@/lib/mail/templates/parts'
import type { Voice } from '@/lib/mail/templates/wording'

type Props = { facts: ContactReceivedFacts; voice: Voice }

/** Their words only where the address is proven to be theirs (docs/decisions/020 F5). */
export function ContactReceived({ facts: { message }, voice }: Props) {
  const { t, studio } = voice
  return (
    <Layout
      voice={voice}
      title={t('received.title')}
      preview={t('received.preview')}
      reason={t('received.reason', { studio: studio.name })}
    >
      <Paragraph>{t('received.intro')}</Paragraph>
      {message && (
        <Part title={t('received.message')}>
          <Paragraph>
            <Lines text={message} />
          </Paragraph>
        </Part>
      )}
      <Paragraph>{t('received.call', { phone: studio.phone })}</Paragraph>
      <Note>{t('received.ignore')}</Note>
    </Layout>
  )
}
