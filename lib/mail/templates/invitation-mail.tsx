import { Layout } from '@/lib/mail/templates/layout'
import { Action, Note, Paragraph } from '@/lib/mail/templates/parts'
import { pathIn } from '@/lib/i18n/path'
import { longDate, studioDate } from '@/lib/time'
import type { InvitationFacts } from '../schema'
import type { Voice } from '@/lib/mail/templates/wording'

/** To somebody who shall work in the console. The token is behind #: no server logs it. */
export function InvitationMail({ facts, voice }: { facts: InvitationFacts; voice: Voice }) {
  const { t, locale, studio } = voice
  const until = longDate(studioDate(new Date(facts.expiresAt)), locale)
  return (
    <Layout
      voice={voice}
      title={t('invitation.title', { studio: studio.name })}
      preview={t('invitation.until', { until })}
      reason={t('invitation.reason', { studio: studio.name })}
    >
      <Paragraph>{t('invitation.text', { studio: studio.name })}</Paragraph>
      <Action
        primary
        href={`${voice.site}${pathIn(locale, '/admin/login/invitation')}#${facts.code}`}
      >
        {t('invitation.accept')}
      </Action>
      <Paragraph>{t('invitation.until', { until })}</Paragraph>
      <Note>{t('linkCode', { code: facts.code })}</Note>
      <Note>{t('invitation.ignore')}</Note>
    </Layout>
  )
}
