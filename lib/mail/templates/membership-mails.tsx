import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { SignInCodeFacts, WelcomeFacts } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import {
  Action,
  Bullets,
  Note,
  Paragraph,
  Part,
  Plate,
  plateText,
} from '@/lib/mail/templates/parts'
import { COLOUR, link } from '@/lib/mail/templates/theme'
import { pageLink, type Voice } from '@/lib/mail/templates/wording'
import { longDate } from '@/lib/time'

/** An address that is not proven is first told how to prove it. */
export function MembershipWelcome({ member, voice }: { member: WelcomeFacts; voice: Voice }) {
  const { t } = voice
  const isProven = member.proven ?? false
  const action = (
    <Action primary href={`${pageLink('/membership', voice)}#member`}>
      {t(isProven ? 'welcome.card' : 'welcome.prove')}
    </Action>
  )
  const share = `${pageLink('/membership', voice)}?ref=${member.referralCode}`
  return (
    <Layout
      voice={voice}
      title={t(isProven ? 'welcome.title' : 'welcome.titleUnproven')}
      preview={
        isProven
          ? t('welcome.preview', { code: member.referralCode })
          : t('welcome.previewUnproven')
      }
      reason={t('welcome.reason', { studio: voice.studio.name })}
    >
      <Paragraph>{t(isProven ? 'welcome.intro' : 'welcome.unproven')}</Paragraph>
      {!isProven && action}
      {!isProven && <Paragraph>{t('welcome.notYou')}</Paragraph>}
      <Plate label={t('welcome.code')} note={t('welcome.codeNote')}>
        <Text style={{ ...plateText, letterSpacing: '3px' }}>{member.referralCode}</Text>
      </Plate>
      <Part title={t('welcome.link')}>
        <Paragraph>
          <Link
            className="m-link"
            href={share}
            style={{ ...link, wordBreak: 'break-word', overflowWrap: 'anywhere' }}
          >
            {share}
          </Link>
        </Paragraph>
      </Part>
      <Part title={t('welcome.how')}>
        <Bullets items={[t('welcome.sessions'), t('welcome.friends'), t('welcome.rates')]} />
      </Part>
      {isProven && action}
      <Note>{t('welcome.signIn')}</Note>
    </Layout>
  )
}

/** When somebody used a member's email to join again. The page did not tell that it is a member's. */
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

/** The code that proves this inbox is theirs. Does not mention a membership. */
export function SignInCode({ facts, voice }: { facts: SignInCodeFacts; voice: Voice }) {
  const { t, locale } = voice
  const { code, uses, untilDate } = facts
  const until = untilDate
    ? t('slot', { date: longDate(untilDate, locale), time: facts.until })
    : facts.until
  return (
    <Layout
      voice={voice}
      title={t('code.title')}
      preview={uses ? t('code.previewLong', { uses, until }) : t('code.preview', { until })}
      reason={t('code.reason', { studio: voice.studio.name })}
    >
      <Paragraph>{t('code.intro')}</Paragraph>
      <Section
        style={{
          margin: '4px 0 20px',
          borderRadius: '8px',
          backgroundColor: COLOUR.ground,
          textAlign: 'center',
        }}
      >
        {/* One run of digits: a space inside would be copied with it. */}
        <Text
          style={{
            margin: '0',
            padding: '18px 0',
            fontSize: uses ? '22px' : '36px',
            lineHeight: '44px',
            fontWeight: 700,
            letterSpacing: uses ? '1px' : '8px',
            color: COLOUR.tungsten,
          }}
        >
          {code}
        </Text>
      </Section>
      <Paragraph>
        {uses ? t('code.untilLong', { uses, until }) : t('code.until', { until })}
      </Paragraph>
      <Note>{t('code.ignore')}</Note>
    </Layout>
  )
}
