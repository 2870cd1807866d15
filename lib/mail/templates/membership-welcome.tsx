import { SITE } from '@/lib/site'
import type { WelcomeFacts } from '../schema'
import { Layout } from './layout'
import { Action, Bullets, Facts, Note, Paragraph, Part } from './parts'
import { pageLink, type Voice } from './wording'

/** To a new member: their referral code, and what the membership does by itself. */
export function MembershipWelcome({ member, voice }: { member: WelcomeFacts; voice: Voice }) {
  const { t } = voice
  const share = `${pageLink('/membership', voice)}?ref=${member.referralCode}`
  return (
    <Layout voice={voice} title={t('welcome.title')} preview={t('welcome.preview', { code: member.referralCode })} reason={t('welcome.reason', { studio: SITE.name })}>
      <Paragraph>{t('greeting', { name: member.name.replace(/\s+/g, ' ') })}</Paragraph>
      <Paragraph>{t('welcome.intro')}</Paragraph>
      <Facts
        facts={[
          { label: t('welcome.code'), value: member.referralCode, strong: true },
          { label: t('welcome.link'), value: share },
          { label: t('facts.email'), value: member.email },
        ]}
      />
      <Part title={t('welcome.how')}>
        <Bullets items={[t('welcome.sessions'), t('welcome.friends'), t('welcome.rates')]} />
      </Part>
      <Action primary href={`${pageLink('/membership', voice)}#member`}>
        {t('welcome.card')}
      </Action>
      <Note>{t('welcome.signIn')}</Note>
    </Layout>
  )
}
