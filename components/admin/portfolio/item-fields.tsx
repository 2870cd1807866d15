'use client'
import { PORTFOLIO_TYPES } from '@/lib/studio'
import { useTranslations } from 'next-intl'
import {
  CheckEntry,
  ChoiceEntry,
  LongTextEntry,
  TextEntry,
  Translations,
} from '@/components/admin/form/entry'
import { PictureEntry } from '@/components/admin/form/picture-entry'
import { type PortfolioItem } from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'

/** The fields of a portfolio item (spec point 3), empty or with what it has. */
export function ItemFields({ item }: { item?: PortfolioItem }) {
  const [t, form] = [useTranslations('admin.portfolio'), useTranslations('admin.form')]
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
      <CheckEntry
        name="featured"
        label={t('fields.featured')}
        defaultChecked={item?.featured ?? false}
      />
      {item && (
        <Translations title={form('translations')}>
          {(['ms', 'zh'] as const).map((locale) => (
            <fieldset key={locale} lang={LANGUAGE_TAG[locale]} className="grid gap-4">
              <legend className="pb-2 text-sm font-semibold">{form(`languages.${locale}`)}</legend>
              <TextEntry
                name={`translations.${locale}.title`}
                label={t('fields.title')}
                defaultValue={item.translations[locale]?.title ?? ''}
              />
              <LongTextEntry
                name={`translations.${locale}.description`}
                label={t('fields.description')}
                defaultValue={item.translations[locale]?.description ?? ''}
              />
              <TextEntry
                name={`translations.${locale}.duration`}
                label={t('fields.duration')}
                defaultValue={item.translations[locale]?.duration ?? ''}
              />
            </fieldset>
          ))}
        </Translations>
      )}
    </>
  )
}
