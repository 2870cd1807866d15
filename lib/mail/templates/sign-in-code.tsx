import { Section, Text } from '@react-email/components'
import type { SignInCodeFacts } from '../schema'
import { Layout } from './layout'
import { Note, Paragraph } from './parts'
import { COLOUR } from './theme'
import type { Voice } from './wording'

/**
 * To whoever asked: the six digits that prove this inbox is theirs. Says nothing about a
 * membership.
 */
export function SignInCode({ facts, voice }: { facts: SignInCodeFacts; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('code.title')}
      preview={t('code.preview', { until: facts.until })}
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
            fontSize: '36px',
            lineHeight: '44px',
            fontWeight: 700,
            letterSpacing: '8px',
            color: COLOUR.tungsten,
          }}
        >
          {facts.code}
        </Text>
      </Section>
      <Paragraph>{t('code.until', { until: facts.until })}</Paragraph>
      <Note>{t('code.ignore')}</Note>
    </Layout>
  )
}
