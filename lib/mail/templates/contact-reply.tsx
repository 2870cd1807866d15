import type { ContactReplyFacts } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import { Lines, Note, Paragraph, Part } from '@/lib/mail/templates/parts'
import { subjectOf } from '@/lib/mail/templates/studio-mails'
import type { Voice } from '@/lib/mail/templates/wording'

type Props = { facts: ContactReplyFacts; voice: Voice }

/** To the sender of a message: what the owner answered, in the owner's own words. */
export function ContactReply({ facts, voice }: Props) {
  const { t, studio } = voice
  return (
    <Layout
      voice={voice}
      title={t('answer.title', { about: subjectOf(facts, t) })}
      preview={t('answer.preview', { studio: studio.name })}
      reason={t('answer.reason', { studio: studio.name })}
    >
      <Paragraph>
        <Lines text={facts.text} />
      </Paragraph>
      <Part title={t('answer.message')}>
        <Note>
          <Lines text={facts.message} />
        </Note>
      </Part>
    </Layout>
  )
}
