import { Layout } from './layout'
import { Action, Note, Paragraph } from './parts'
import { pageLink, type Voice } from './wording'

/** To a member with whose email somebody wanted to join again. The page said nothing of it. */
export function MembershipAlready({ voice }: { voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('already.title')}
      preview={t('already.preview')}
      reason={t('already.reason', { studio: voice.studio.name })}
    >
      <Paragraph>{t('already.intro')}</Paragraph>
      <Paragraph>{t('already.signIn')}</Paragraph>
      <Action primary href={`${pageLink('/membership', voice)}#member`}>
        {t('already.card')}
      </Action>
      <Note>{t('already.ignore')}</Note>
    </Layout>
  )
}
