import { pathIn } from '@/lib/i18n/path'
import type { BankFormFacts } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import { aboutOf } from '@/lib/mail/templates/money'
import { Action, Note, Paragraph } from '@/lib/mail/templates/parts'
import type { Voice } from '@/lib/mail/templates/wording'
import { formatRM } from '@/lib/money'
import { longDate, studioDate } from '@/lib/time'

/** Asks for the account to which the studio transfers money. The token is behind #: no server logs it. */
export function BankFormMail({ facts, voice }: { facts: BankFormFacts; voice: Voice }) {
  const { t, locale, studio } = voice
  const amount = formatRM(facts.amountSen)
  const until = longDate(studioDate(new Date(facts.expiresAt)), locale)
  return (
    <Layout
      voice={voice}
      title={t('bankForm.title', { amount })}
      preview={t('bankForm.until', { until })}
      reason={t('bankForm.reason', { studio: studio.name })}
    >
      <Paragraph>{t('greeting', { name: facts.name })}</Paragraph>
      <Paragraph>{t('bankForm.text', { ...aboutOf(facts), amount })}</Paragraph>
      <Action primary href={`${voice.site}${pathIn(locale, '/bank-details')}#${facts.code}`}>
        {t('bankForm.open')}
      </Action>
      <Paragraph>{t('bankForm.until', { until })}</Paragraph>
      <Note>{t('linkCode', { code: facts.code })}</Note>
      <Note>{t('bankForm.never')}</Note>
    </Layout>
  )
}
