'use client'
import { Pencil } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { EditorDialog, EditorForm } from '@/components/admin/form/editor'
import { LongTextEntry, TextEntry, Translations } from '@/components/admin/form/entry'
import { Button } from '@/components/ui/button'
import { serviceBody } from '@/lib/catalog/schema'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { IconChoice } from './icon-choice'
import type { EditedService } from './types'

const RATES = ['hourlyRate', 'halfDayRate', 'fullDayRate', 'weeklyRate'] as const

/** The button and dialog that change a service's words, icon and rates. */
export function ServiceEditor({ service }: { service: EditedService }) {
  const [t, form] = [useTranslations('admin.services'), useTranslations('admin.form')]
  const [open, setOpen] = useState(false)
  const trigger = (
    <Button variant="outline" aria-label={`${form('edit')}: ${service.name}`}>
      <Pencil aria-hidden="true" />
      {form('edit')}
    </Button>
  )
  return (
    <EditorDialog
      title={t('editTitle', { name: service.name })}
      open={open}
      setOpen={setOpen}
      trigger={trigger}
      className="max-w-2xl"
    >
      <EditorForm
        method="PATCH"
        path={`/api/services/${service.id}`}
        schema={serviceBody}
        version={service.updatedAt}
        saved={t('updated')}
        close={() => setOpen(false)}
      >
        <Fields service={service} />
      </EditorForm>
    </EditorDialog>
  )
}

function Fields({ service }: { service: EditedService }) {
  const [t, form] = [useTranslations('admin.services'), useTranslations('admin.form')]
  return (
    <>
      <TextEntry name="name" label={t('name')} required defaultValue={service.name} />
      <LongTextEntry
        name="description"
        label={t('description')}
        required
        defaultValue={service.description}
      />
      <IconChoice label={t('icon')} initial={service.icon} />
      <div className="grid gap-5 sm:grid-cols-2">
        {RATES.map((rate) => (
          <TextEntry
            key={rate}
            name={rate}
            label={t(`rates.${rate}`)}
            required={rate === 'hourlyRate'}
            inputMode="decimal"
            defaultValue={service[rate] ?? ''}
            className="figures"
          />
        ))}
      </div>
      <p className="text-xs text-muted">{t('ratesHint')}</p>
      <Translations title={form('translations')}>
        {(['ms', 'zh'] as const).map((locale) => (
          <fieldset key={locale} lang={LANGUAGE_TAG[locale]} className="grid gap-4">
            <legend className="pb-2 text-sm font-semibold">{form(`languages.${locale}`)}</legend>
            <TextEntry
              name={`translations.${locale}.name`}
              label={t('name')}
              defaultValue={service.translations[locale]?.name ?? ''}
            />
            <LongTextEntry
              name={`translations.${locale}.description`}
              label={t('description')}
              defaultValue={service.translations[locale]?.description ?? ''}
            />
          </fieldset>
        ))}
      </Translations>
    </>
  )
}
