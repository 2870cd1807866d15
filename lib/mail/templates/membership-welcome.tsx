import { Link, Text } from '@react-email/components'
import type { WelcomeFacts } from '../schema'
import { Layout } from './layout'
import { Action, Bullets, Note, Paragraph, Part, Plate, plateText } from './parts'
import { link } from './theme'
import { pageLink, type Voice } from './wording'

/** To a new member: their referral code, and what the membership does by itself. */
export function MembershipWelcome({ member, voice }: { member: WelcomeFacts; voice: Voice }) {
  const { t } = voice
  const share = `${pageLink('/membership', voice)}?ref=${member.referralCode}`
  return (
    <Layout
      voice={voice}
      title={t('welcome.title')}
      preview={t('welcome.preview', { code: member.referralCode })}
      reason={t('welcome.reason', { studio: voice.studio.name })}
    >
      <Paragraph>{t('greeting', { name: member.name.replace(/\s+/g, ' ') })}</Paragraph>
      <Paragraph>{t('welcome.intro')}</Paragraph>
      <Plate label={t('welcome.code')} note={t('welcome.codeNote')}>
        <Text style={{ ...plateText, letterSpacing: '3px' }}>{member.referralCode}</Text>
      </Plate>
      <Part title={t('welcome.link')}>
        <Paragraph>
          <Link href={share} style={{ ...link, wordBreak: 'break-word', overflowWrap: 'anywhere' }}>
            {share}
          </Link>
        </Paragraph>
      </Part>
      <Part title={t('welcome.how')}>
        <Bullets items={[t('welcome.sessions'), t('welcome.friends'), t('welcome.rates')]} />
      </Part>
      <Action primary href={`${pageLink('/membership', voice)}#member`}>
        {t('welcome.card')}
      </Action>
      <Note>{t('welcome.signIn', { email: member.email })}</Note>
    </Layout>
  )
}
