import { Layout } from '@/lib/mail/templates/layout'
import { Action, Paragraph } from '@/lib/mail/templates/parts'
import type { Voice } from '@/lib/mail/templates/wording'

/** To the person who sets up the studio: mail works. */
export function TestMail({ voice }: { voice: Voice }) {
  const { t, studio } = voice
  return (
    <Layout
      voice={voice}
      title={t('test.title')}
      preview={t('test.preview')}
      reason={t('test.reason', { studio: studio.name })}
    >
      <Paragraph>{t('test.text')}</Paragraph>
      <Action primary href={`${voice.site}/admin/setup`}>
        {t('test.back')}
      </Action>
    </Layout>
  )
}
