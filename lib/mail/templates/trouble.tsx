import { hasSentence } from '@/lib/i18n/has-sentence'
import { translator } from '@/lib/i18n/messages'
import type { TroubleFacts } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import { Action, Paragraph } from '@/lib/mail/templates/parts'
import type { Voice } from '@/lib/mail/templates/wording'
import { longDate, studioDate, studioTime } from '@/lib/time'

/** To the studio: something keeps money or bookings from their way, or does so no longer. */
export function TroubleMail({ trouble, voice }: { trouble: TroubleFacts; voice: Voice }) {
  const { t, locale, studio } = voice
  const { kind, job, since, isOver } = trouble
  const begun = new Date(since)
  const console = translator(locale, 'admin')
  const name = `attention.jobs.${job ?? ''}`
  const sentence = console(`attention.troubles.${kind}`, {
    since: `${longDate(studioDate(begun), locale)}, ${studioTime(begun)}`,
    job: hasSentence(console, name) ? console(name) : (job ?? ''),
  })
  const about = isOver ? 'over' : 'begun'
  return (
    <Layout
      voice={voice}
      title={t(`trouble.${about}.title`)}
      preview={isOver ? t('trouble.over.text') : sentence}
      reason={t('trouble.reason', { studio: studio.name })}
    >
      {isOver && <Paragraph>{t('trouble.over.text')}</Paragraph>}
      <Paragraph>{sentence}</Paragraph>
      <Action primary href={`${voice.site}/admin/attention`}>
        {t('trouble.look')}
      </Action>
    </Layout>
  )
}
