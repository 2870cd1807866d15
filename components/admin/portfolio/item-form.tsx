'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import {
  CheckEntry,
  ChoiceEntry,
  EditorDialog,
  EditorForm,
  EntryButtons,
  EntryForm,
  LongTextEntry,
  TextEntry,
  Translations,
  useEntry,
  translatedFields,
} from '@/components/admin/shared/form'
import { PictureEntry } from '@/components/admin/shared/picture-entry'
import { SoundEntry } from '@/components/admin/shared/sound-entry'
import type { FormAction } from '@/components/admin/shared/run-action'
import type { PortfolioItem } from '@/lib/content/rules'
import { portfolioBody, portfolioPatch } from '@/lib/content/schema'
import { LIMITS } from '@/lib/limits'
import { PORTFOLIO_TYPES } from '@/lib/studio'

const FIELDS = [
  'title',
  'type',
  'duration',
  'description',
  'thumbnailUrl',
  'videoUrl',
  'soundUrl',
  'soundPeaks',
  'quote',
  'quoteName',
  'quoteShow',
  'featured',
  ...translatedFields(['title', 'description', 'duration', 'quote']),
]

/** The fields of a portfolio item, empty or with its values. */
function ItemFields({ item }: { item?: PortfolioItem }) {
  const t = useTranslations('admin.portfolio')
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextEntry
          name="title"
          label={t('fields.title')}
          required
          defaultValue={item?.title ?? ''}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <ChoiceEntry
            name="type"
            label={t('fields.type')}
            defaultValue={item?.type ?? 'podcast'}
            options={PORTFOLIO_TYPES.map((type) => [type, t(`types.${type}`)])}
          />
          <TextEntry
            name="duration"
            label={t('fields.duration')}
            placeholder={t('durationExample')}
            defaultValue={item?.duration ?? ''}
          />
        </div>
      </div>
      <LongTextEntry
        name="description"
        label={t('fields.description')}
        required
        defaultValue={item?.description ?? ''}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <PictureEntry
          name="thumbnailUrl"
          label={t('fields.thumbnailUrl')}
          initial={item?.thumbnailUrl ?? null}
        />
        <TextEntry
          name="videoUrl"
          label={t('fields.videoUrl')}
          inputMode="url"
          placeholder="https://"
          defaultValue={item?.videoUrl ?? ''}
        />
      </div>
      <HeardAndSaid {...(item && { item })} />
      <CheckEntry
        name="featured"
        label={t('fields.featured')}
        defaultChecked={item?.featured ?? false}
      />
      <Translations>
        {(locale) => (
          <>
            <TextEntry
              name={`translations.${locale}.title`}
              label={t('fields.title')}
              defaultValue={item?.translations[locale]?.title ?? ''}
            />
            <LongTextEntry
              name={`translations.${locale}.description`}
              label={t('fields.description')}
              defaultValue={item?.translations[locale]?.description ?? ''}
            />
            <TextEntry
              name={`translations.${locale}.duration`}
              label={t('fields.duration')}
              defaultValue={item?.translations[locale]?.duration ?? ''}
            />
            <TextEntry
              name={`translations.${locale}.quote`}
              label={t('fields.quote')}
              limit={LIMITS.quote}
              defaultValue={item?.translations[locale]?.quote ?? ''}
            />
          </>
        )}
      </Translations>
    </>
  )
}

/** A recording to listen to, and what somebody said. */
function HeardAndSaid({ item }: { item?: PortfolioItem }) {
  const t = useTranslations('admin.portfolio')
  return (
    <>
      <SoundEntry
        names={{ url: 'soundUrl', peaks: 'soundPeaks' }}
        label={t('fields.soundUrl')}
        initial={{ url: item?.soundUrl ?? '', peaks: item?.soundPeaks ?? '' }}
      />
      <TextEntry
        name="quote"
        label={t('fields.quote')}
        hint={t('quoteHint')}
        limit={LIMITS.quote}
        defaultValue={item?.quote ?? ''}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextEntry
          name="quoteName"
          label={t('fields.quoteName')}
          defaultValue={item?.quoteName ?? ''}
        />
        <TextEntry
          name="quoteShow"
          label={t('fields.quoteShow')}
          defaultValue={item?.quoteShow ?? ''}
        />
      </div>
    </>
  )
}

/** The dialog that changes an item. */
export function ItemEditor({
  item,
  submit,
  close,
}: {
  item: PortfolioItem
  submit: FormAction
  close: () => void
}) {
  const t = useTranslations('admin.portfolio')
  return (
    <EditorDialog title={t('editTitle', { title: item.title })} close={close} className="max-w-3xl">
      <EditorForm
        action={submit}
        params={{ id: String(item.id) }}
        schema={portfolioPatch}
        fields={FIELDS}
        version={item.updatedAt}
        missing={{ title: t('missing.title'), text: t('missing.text') }}
        saved={t('updated')}
      >
        <ItemFields item={item} />
      </EditorForm>
    </EditorDialog>
  )
}

/** The form that adds an item; empty again afterwards. */
export function AddItem() {
  const [added, setAdded] = useState(0)
  return <Form key={added} done={() => setAdded(added + 1)} />
}

function Form({ done }: { done: () => void }) {
  const t = useTranslations('admin.portfolio')
  const entry = useEntry({
    method: 'POST',
    path: '/api/portfolio',
    schema: portfolioBody,
    fields: FIELDS,
    missing: { title: t('missing.title'), text: t('missing.text') },
    saved: t('added'),
    done,
  })
  return (
    <EntryForm entry={entry}>
      <ItemFields />
      <EntryButtons pending={entry.pending} save={t('add')} />
    </EntryForm>
  )
}
