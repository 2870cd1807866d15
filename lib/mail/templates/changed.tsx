import { auditWords } from '@/lib/audit/words'
import { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import type { ContactChangeFacts, SettingChangeFacts } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import { aboutOf } from '@/lib/mail/templates/money'
import { Action, Bullets, Facts, Note, Paragraph, Part } from '@/lib/mail/templates/parts'
import type { Voice } from '@/lib/mail/templates/wording'
import { longDate, studioDate, studioTime } from '@/lib/time'

const momentOf = (at: Date, locale: Locale): string =>
  `${longDate(studioDate(at), locale)}, ${studioTime(at)}`

/** What the settings call it. */
export const settingName = ({ key }: SettingChangeFacts, locale: Locale): string =>
  translator(locale, 'admin')(`settings.${key}.title`)

/** To the owners: something that says where money or secrets go has changed. */
export function SettingChanged({ facts, voice }: { facts: SettingChangeFacts; voice: Voice }) {
  const { t, locale, studio, site } = voice
  const at = new Date(facts.at)
  const setting = settingName(facts, locale)
  const when = momentOf(at, locale)
  const { changes } = auditWords({ t: translator(locale, 'admin'), locale })
  return (
    <Layout
      voice={voice}
      title={t('changed.title', { setting })}
      preview={t('changed.text', { by: facts.by, when })}
      reason={t('changed.reason', { studio: studio.name })}
    >
      <Paragraph>{t('changed.text', { by: facts.by, when })}</Paragraph>
      <Facts
        facts={changes('setting', facts.changes).map(({ field, before, after }) => ({
          label: field,
          value:
            before === null || after === null
              ? (after ?? t('changed.removed', { before: before ?? '' }))
              : t('changed.change', { before, after }),
        }))}
      />
      <Part title={t('changed.else.title')}>
        <Bullets
          items={[t('changed.else.back'), t('changed.else.sessions'), t('changed.else.people')]}
        />
      </Part>
      <Action primary href={`${site}/admin/settings#setting-${facts.key}`}>
        {t('changed.look')}
      </Action>
    </Layout>
  )
}

/** To the owners, and to whoever had the address before: mails about money go to another one. */
export function ContactChanged({ facts, voice }: { facts: ContactChangeFacts; voice: Voice }) {
  const { t, locale, studio, site } = voice
  const { field, reader, about, address } = facts
  const when = momentOf(new Date(facts.at), locale)
  const words = { ...aboutOf(facts), address: address || t('contactChanged.nobody'), when }
  const text = t(`contactChanged.${field}.text`, words)
  return (
    <Layout
      voice={voice}
      title={t(`contactChanged.${field}.title`)}
      preview={text}
      reason={t(`contactChanged.reason.${reader}`, { studio: studio.name })}
    >
      <Paragraph>{text}</Paragraph>
      {reader === 'owner' ? (
        <>
          <Paragraph>{t('contactChanged.by', { by: facts.by })}</Paragraph>
          <Paragraph>{t('contactChanged.owner')}</Paragraph>
          <Action
            primary
            href={`${site}/admin/${'booking' in about ? `bookings/${about.booking}` : 'orders'}`}
          >
            {t('contactChanged.look')}
          </Action>
        </>
      ) : (
        <Note>{t('contactChanged.former')}</Note>
      )}
    </Layout>
  )
}
