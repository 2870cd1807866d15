import { Link, Text } from '@react-email/components'
import type { WelcomeFacts } from '../schema'
import { Layout } from './layout'
import { Action, Bullets, Note, Paragraph, Part, Plate, plateText } from './parts'
import { link } from './theme'
import { pageLink, type Voice } from './wording'

/**
 * To a new member: their referral code, and what the membership does by itself. To an address that
 * is not proven, first of all what proves it.
 */
export function MembershipWelcome({ member, voice }: { member: WelcomeFacts; voice: Voice }) {
  const { t } = voice
  const isProven = member.proven ?? false
  const share = `${pageLink('/membership', voice)}?ref=${member.referralCode}`
  return (
    <Layout
      voice={voice}
      title={t('welcome.title')}
      preview={t('welcome.preview', { code: member.referralCode })}
      reason={t('welcome.reason', { studio: voice.studio.name })}
    >
      <Paragraph>{t(isProven ? 'welcome.intro' : 'welcome.unproven')}</Paragraph>
      {!isProven && <Paragraph>{t('welcome.notYou')}</Paragraph>}
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
        {t(isProven ? 'welcome.card' : 'welcome.prove')}
      </Action>
      <Note>{t('welcome.signIn')}</Note>
    </Layout>
  )
}
