'use client'
import { useTranslations } from 'next-intl'
import { EntryButtons, EntryForm, TextEntry, useEntry } from '@/components/admin/shared/form'
import type { FormAction } from '@/components/admin/shared/run-action'
import { SoundEntry } from '@/components/admin/shared/sound-entry'
import { LOCALES } from '@/lib/i18n/routing'
import { SETTINGS, type AdminSettings } from '@/lib/settings/schema'
import { VOICE_KINDS } from '@/lib/settings/voices'
import { SettingSection } from './section'

const FIELDS = LOCALES.flatMap((locale) => [
  `${locale}.text`,
  ...VOICE_KINDS.map((kind) => `${locale}.${kind}.url`),
])

/** One sentence in each language, and its recordings. */
export function VoiceForm({
  voices,
  submit,
}: Pick<AdminSettings, 'voices'> & { submit: FormAction }) {
  const [t, form] = [useTranslations('admin.settings'), useTranslations('admin.form')]
  const entry = useEntry({
    action: submit,
    params: { key: 'voices' },
    schema: SETTINGS.voices.body,
    fields: FIELDS,
    ...(voices.version !== null && { version: voices.version }),
    saved: t('saved'),
  })
  return (
    <SettingSection id="setting-voices" title={t('voices.title')} hint={t('voices.hint')}>
      <EntryForm id="setting-voices" entry={entry}>
        <div className="grid gap-6 lg:grid-cols-3">
          {LOCALES.map((locale) => (
            <fieldset key={locale} className="grid min-w-0 content-start gap-4">
              <legend className="mb-2 text-sm font-semibold">{t(`voices.${locale}`)}</legend>
              <TextEntry
                name={`${locale}.text`}
                label={t('voices.text')}
                defaultValue={voices[locale].text}
              />
              {VOICE_KINDS.map((kind) => (
                <SoundEntry
                  key={kind}
                  names={{ url: `${locale}.${kind}.url`, peaks: `${locale}.${kind}.peaks` }}
                  label={t(`voices.${kind}`)}
                  initial={voices[locale][kind]}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <EntryButtons pending={entry.pending} save={form('save')} />
      </EntryForm>
    </SettingSection>
  )
}
