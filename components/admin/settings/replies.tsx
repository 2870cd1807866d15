'use client'
import { useTranslations } from 'next-intl'
import {
  EntryButtons,
  EntryForm,
  LongTextEntry,
  TextEntry,
  Translations,
  useEntry,
} from '@/components/admin/shared/form'
import type { FormAction } from '@/components/admin/shared/run-action'
import { TRANSLATED_LOCALES } from '@/lib/i18n/routing'
import { LIMITS } from '@/lib/limits'
import { MOST_REPLIES } from '@/lib/settings/replies'
import { SETTINGS, type AdminSettings } from '@/lib/settings/schema'
import { SettingSection } from './section'

const SLOTS = Array.from({ length: MOST_REPLIES }, (_, slot) => slot)
const WORDS = ['name', 'text'] as const
const at = (slot: number, ...path: string[]) => ['replies', slot, ...path].join('.')
const FIELDS = SLOTS.flatMap((slot) => [
  ...WORDS.map((word) => at(slot, word)),
  ...TRANSLATED_LOCALES.flatMap((locale) =>
    WORDS.map((word) => at(slot, 'translations', locale, word)),
  ),
])

type Words = Record<(typeof WORDS)[number], string>
type Typed = Words & { translations: Record<string, Words> }
const isEmpty = ({ name, text }: Words) => name.trim() === '' && text.trim() === ''

const sentOf = ({ translations, ...words }: Typed) => ({
  ...words,
  translations: Object.fromEntries(
    Object.entries(translations).map(([locale, translation]) => [
      locale,
      isEmpty(translation) ? null : translation,
    ]),
  ),
})

type Props = Pick<AdminSettings, 'replies'> & { submit: FormAction }

/** The texts that the inbox offers as answers; an empty one is left out. */
export function QuickReplies({ replies: { replies, version }, submit }: Props) {
  const [t, form] = [useTranslations('admin.settings'), useTranslations('admin.form')]
  const filled = (typed: Typed[]) =>
    typed.flatMap((reply, slot) =>
      isEmpty(reply) && Object.values(reply.translations).every(isEmpty) ? [] : [slot],
    )
  const entry = useEntry({
    action: submit,
    params: { key: 'replies' },
    schema: SETTINGS.replies.body,
    fields: FIELDS,
    body: ({ replies: typed }) => ({
      replies: filled(typed as Typed[]).map((slot) => sentOf((typed as Typed[])[slot]!)),
    }),
    // The empty ones before it are not sent.
    shownAt(part, typed) {
      const [list = '', index, ...path] = part.split('.')
      const slot = filled(typed.replies as Typed[])[Number(index)]
      return slot === undefined ? part : [list, slot, ...path].join('.')
    },
    ...(version !== null && { version }),
    saved: t('saved'),
  })
  return (
    <SettingSection id="setting-replies" title={t('replies.title')} hint={t('replies.hint')}>
      <EntryForm id="setting-replies" entry={entry}>
        <div className="grid gap-6 sm:grid-cols-2">
          {SLOTS.map((slot) => (
            <fieldset key={slot} className="grid min-w-0 content-start gap-4">
              <legend className="mb-2 text-sm font-semibold">
                {t('replies.slot', { number: slot + 1 })}
              </legend>
              <ReplyFields at={at(slot)} words={replies[slot]} />
              <Translations>
                {(locale) => (
                  <ReplyFields
                    at={at(slot, 'translations', locale)}
                    words={replies[slot]?.translations[locale]}
                  />
                )}
              </Translations>
            </fieldset>
          ))}
        </div>
        <EntryButtons pending={entry.pending} save={form('save')} />
      </EntryForm>
    </SettingSection>
  )
}

function ReplyFields({ at, words }: { at: string; words: Words | undefined }) {
  const t = useTranslations('admin.settings.replies')
  return (
    <>
      <TextEntry name={`${at}.name`} label={t('name')} defaultValue={words?.name ?? ''} />
      <LongTextEntry
        name={`${at}.text`}
        label={t('text')}
        rows={5}
        limit={LIMITS.quickReply}
        defaultValue={words?.text ?? ''}
      />
    </>
  )
}
