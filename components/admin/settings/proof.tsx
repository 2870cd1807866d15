'use client'
import { ArrowUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import {
  EntryButtons,
  EntryForm,
  TextEntry,
  Translations,
  useEntry,
} from '@/components/admin/shared/form'
import { PictureEntry } from '@/components/admin/shared/picture-entry'
import type { FormAction } from '@/components/admin/shared/run-action'
import { Button } from '@/components/ui/button'
import type { Elements } from '@/components/ui/elements'
import { TRANSLATED_LOCALES } from '@/lib/i18n/routing'
import { MOST_MARKS, MOST_MEMBERS } from '@/lib/settings/proof'
import { SETTINGS, type AdminSettings } from '@/lib/settings/schema'
import { SettingSection } from './section'

type Props = Pick<AdminSettings, 'team' | 'rating' | 'marks'> & { submit: FormAction }

/** Who works here, a public rating, clients' marks: each hidden from visitors while it is empty. */
export const ProofForms = ({ team, rating, marks, submit }: Props) => (
  <div className="grid gap-4 lg:grid-cols-2">
    <Team team={team} submit={submit} />
    <RatingForm rating={rating} submit={submit} />
    <Marks marks={marks} submit={submit} />
  </div>
)

type Row = Record<string, unknown> & { translations?: Record<string, Record<string, string>> }
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isEmpty)
    : (value ?? '') === '' || (typeof value === 'string' && value.trim() === '')

const sentOf = ({ translations, ...row }: Row) => ({
  ...row,
  ...(translations && {
    translations: Object.fromEntries(
      Object.entries(translations).map(([locale, words]) => [
        locale,
        isEmpty(words) ? null : words,
      ]),
    ),
  }),
})

type ListProps = {
  name: 'team' | 'marks'
  /** The list inside the setting. */
  list: string
  most: number
  /** The names of a row's fields, in the order of the page. */
  fields: readonly string[]
  version: string | null
  submit: FormAction
  children: (at: string, slot: number) => Elements
}

/** A setting that is a list of a few rows in the owner's order; an empty row is left out. */
function ListForm({ name, list, most, fields, version, submit, children }: ListProps) {
  const [t, form] = [useTranslations('admin.settings'), useTranslations('admin.form')]
  const slots = Array.from({ length: most }, (_, slot) => slot)
  const filled = (rows: Row[]) => rows.flatMap((row, slot) => (isEmpty(row) ? [] : [slot]))
  const entry = useEntry({
    action: submit,
    params: { key: name },
    schema: SETTINGS[name].body,
    fields: slots.flatMap((slot) => fields.map((field) => `${list}.${slot}.${field}`)),
    body: (typed) => {
      const rows = typed[list] as Row[]
      return { [list]: filled(rows).map((slot) => sentOf(rows[slot]!)) }
    },
    // The empty ones before it are not sent.
    shownAt(part, typed) {
      const [, index, ...path] = part.split('.')
      const slot = filled(typed[list] as Row[])[Number(index)]
      return slot === undefined ? part : [list, slot, ...path].join('.')
    },
    ...(version !== null && { version }),
    saved: t('saved'),
  })
  const swap = (slot: number) => swapRows(entry.form, list, fields, slot)
  return (
    <SettingSection
      id={`setting-${name}`}
      title={t(`${name}.title`)}
      hint={t(`${name}.hint`)}
      className="lg:col-span-2"
    >
      <EntryForm id={`setting-${name}`} entry={entry}>
        <div className="grid gap-6 sm:grid-cols-2">
          {slots.map((slot) => (
            <fieldset key={slot} className="grid min-w-0 content-start gap-4">
              <legend className="mb-2 text-sm font-semibold">
                {t(`${name}.slot`, { number: slot + 1 })}
              </legend>
              {children(`${list}.${slot}`, slot)}
              {slot > 0 && (
                <Button variant="ghost" onClick={() => swap(slot)} className="justify-self-start">
                  <ArrowUp aria-hidden="true" />
                  <span>{t('earlier', { number: slot + 1 })}</span>
                </Button>
              )}
            </fieldset>
          ))}
        </div>
        <EntryButtons pending={entry.pending} save={form('save')} />
      </EntryForm>
    </SettingSection>
  )
}

type Form = UseFormReturn<FieldValues, unknown, unknown>
function swapRows(form: Form, list: string, fields: readonly string[], slot: number): void {
  for (const field of fields) {
    const [here, before] = [`${list}.${slot}.${field}`, `${list}.${slot - 1}.${field}`]
    const [mine, theirs] = [form.getValues(here), form.getValues(before)] as unknown[]
    form.setValue(here, theirs, { shouldDirty: true })
    form.setValue(before, mine, { shouldDirty: true })
  }
}

const WORDS = ['role', 'languages'] as const
const MEMBER = [
  'name',
  'picture',
  ...WORDS,
  ...TRANSLATED_LOCALES.flatMap((locale) => WORDS.map((word) => `translations.${locale}.${word}`)),
]

function Team({ team: { members, version }, submit }: Pick<Props, 'team' | 'submit'>) {
  const t = useTranslations('admin.settings.team')
  return (
    <ListForm
      {...{ version, submit }}
      name="team"
      list="members"
      most={MOST_MEMBERS}
      fields={MEMBER}
    >
      {(at, slot) => (
        <>
          <TextEntry
            name={`${at}.name`}
            label={t('name')}
            defaultValue={members[slot]?.name ?? ''}
          />
          <MemberWords at={at} words={members[slot]} />
          <PictureEntry
            name={`${at}.picture`}
            label={t('picture')}
            initial={members[slot]?.picture ?? ''}
          />
          <Translations>
            {(locale) => (
              <MemberWords
                at={`${at}.translations.${locale}`}
                words={members[slot]?.translations[locale]}
              />
            )}
          </Translations>
        </>
      )}
    </ListForm>
  )
}

type Words = Record<(typeof WORDS)[number], string>
function MemberWords({ at, words }: { at: string; words: Words | undefined }) {
  const t = useTranslations('admin.settings.team')
  return (
    <>
      <TextEntry name={`${at}.role`} label={t('role')} defaultValue={words?.role ?? ''} />
      <TextEntry
        name={`${at}.languages`}
        label={t('languages')}
        defaultValue={words?.languages ?? ''}
      />
    </>
  )
}

const RATING = ['source', 'score', 'count', 'url', 'date'] as const

function RatingForm({ rating, submit }: Pick<Props, 'rating' | 'submit'>) {
  const [t, form] = [useTranslations('admin.settings'), useTranslations('admin.form')]
  const entry = useEntry({
    action: submit,
    params: { key: 'rating' },
    schema: SETTINGS.rating.body,
    fields: RATING,
    ...(rating.version !== null && { version: rating.version }),
    saved: t('saved'),
  })
  return (
    <SettingSection
      id="setting-rating"
      title={t('rating.title')}
      hint={t('rating.hint')}
      className="lg:col-span-2"
    >
      <EntryForm id="setting-rating" entry={entry}>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextEntry
            name="source"
            label={t('rating.source')}
            placeholder="Google"
            defaultValue={rating.source}
          />
          <TextEntry
            name="url"
            label={t('rating.url')}
            inputMode="url"
            placeholder="https://"
            defaultValue={rating.url}
          />
          <TextEntry
            name="score"
            label={t('rating.score')}
            inputMode="decimal"
            defaultValue={rating.score ?? ''}
          />
          <TextEntry
            name="count"
            label={t('rating.count')}
            inputMode="numeric"
            defaultValue={rating.count ?? ''}
          />
          <TextEntry name="date" type="date" label={t('rating.date')} defaultValue={rating.date} />
        </div>
        <EntryButtons pending={entry.pending} save={form('save')} />
      </EntryForm>
    </SettingSection>
  )
}

function Marks({ marks: { marks, version }, submit }: Pick<Props, 'marks' | 'submit'>) {
  const t = useTranslations('admin.settings.marks')
  return (
    <ListForm
      {...{ version, submit }}
      name="marks"
      list="marks"
      most={MOST_MARKS}
      fields={['name', 'picture']}
    >
      {(at, slot) => (
        <>
          <TextEntry name={`${at}.name`} label={t('name')} defaultValue={marks[slot]?.name ?? ''} />
          <PictureEntry
            name={`${at}.picture`}
            label={t('picture')}
            initial={marks[slot]?.picture ?? ''}
          />
        </>
      )}
    </ListForm>
  )
}
