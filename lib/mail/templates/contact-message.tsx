import type { ContactMessageFacts } from '../schema'
import { Layout } from './layout'
import { Action, Facts, Lines, Paragraph, Part, type Fact } from './parts'
import type { Voice } from './wording'

type Props = { contact: ContactMessageFacts; voice: Voice }

/**
 * To the studio: what a visitor wrote in the contact form. An answer goes straight to the visitor
 * (Reply-To).
 */
export function ContactMessage({ contact, voice }: Props) {
  const { t } = voice
  const about = t(`contact.subjects.${contact.subject}`)
  return (
    <Layout
      voice={voice}
      title={t('contact.title', { about })}
      preview={t('contact.preview', { name: contact.name })}
      reason={t('studio.reason')}
    >
      <Paragraph>{t('contact.intro', { name: contact.name })}</Paragraph>
      <Part title={t('contact.message')}>
        <Paragraph>
          <Lines text={contact.message} />
        </Paragraph>
      </Part>
      <Part title={t('contact.sender')}>
        <Facts facts={senderFacts(contact, voice)} />
      </Part>
      {/* Encoded: "a?bcc=b@c.com" is a valid address and must not become a second recipient. */}
      <Action primary href={`mailto:${encodeURIComponent(contact.email)}`}>
        {t('contact.reply')}
      </Action>
      <Action href={`${voice.site}/admin`}>{t('studio.admin')}</Action>
    </Layout>
  )
}

function senderFacts(contact: ContactMessageFacts, { t }: Voice): Fact[] {
  const optional: [label: string, value: string | null][] = [
    ['facts.phone', contact.phone],
    ['contact.company', contact.company],
    ['contact.designation', contact.designation],
    // The form sends keys, other callers may send words of their own (decision G6).
    [
      'contact.industry',
      contact.industry && t.has(`contact.industries.${contact.industry}`)
        ? t(`contact.industries.${contact.industry}`)
        : contact.industry,
    ],
    ['contact.companySize', contact.companySize],
    ['contact.experience', contact.experience],
  ]
  return [
    { label: t('facts.name'), value: contact.name, strong: true },
    { label: t('facts.email'), value: contact.email },
    ...optional.flatMap(([label, value]) => (value ? [{ label: t(label), value }] : [])),
    ...(contact.topics
      ? [{ label: t('contact.topics'), value: <Lines text={contact.topics} /> }]
      : []),
  ]
}
