'use client'
import { Pencil, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { ListedService } from '@/lib/catalog/schema'
import {
  CheckEntry,
  EditorDialog,
  EditorForm,
  LongTextEntry,
  TextEntry,
  Translations,
  translatedFields,
  useEntryForm,
} from '@/components/admin/shared/form'
import { ServiceIcon } from '@/components/booking/service-icon'
import { Button } from '@/components/ui/button'
import { iconName, RATES, SERVICE_ICONS } from '@/lib/catalog/rules'
import { newServiceBody, serviceBody } from '@/lib/catalog/schema'

const FIELDS = [
  'name',
  'description',
  'icon',
  ...RATES,
  ...translatedFields(['name', 'description']),
]

/** The button and dialog that change a service's words, icon and rates. */
export function ServiceEditor({ service }: { service: ListedService }) {
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
        fields={FIELDS}
        version={service.updatedAt}
        saved={t('updated')}
        close={() => setOpen(false)}
      >
        <Fields service={service} />
      </EditorForm>
    </EditorDialog>
  )
}

/** The button and dialog that add a service or an add-on. */
export function AddService() {
  const t = useTranslations('admin.services')
  const [open, setOpen] = useState(false)
  const trigger = (
    <Button>
      <Plus aria-hidden="true" />
      {t('add')}
    </Button>
  )
  return (
    <EditorDialog
      title={t('addTitle')}
      open={open}
      setOpen={setOpen}
      trigger={trigger}
      className="max-w-2xl"
    >
      <EditorForm
        method="POST"
        path="/api/services"
        schema={newServiceBody}
        fields={[...FIELDS, 'isAddOn']}
        saved={t('added')}
        close={() => setOpen(false)}
      >
        <Fields />
        <CheckEntry name="isAddOn" label={t('isAddOn')} />
      </EditorForm>
    </EditorDialog>
  )
}

/** The fields of a service, empty or with its values. */
function Fields({ service }: { service?: ListedService }) {
  const t = useTranslations('admin.services')
  return (
    <>
      <TextEntry name="name" label={t('name')} required defaultValue={service?.name ?? ''} />
      <LongTextEntry
        name="description"
        label={t('description')}
        required
        defaultValue={service?.description ?? ''}
      />
      <IconChoice label={t('icon')} initial={service?.icon ?? SERVICE_ICONS[0]} />
      <div className="grid gap-5 sm:grid-cols-2">
        {RATES.map((rate) => (
          <TextEntry
            key={rate}
            name={rate}
            label={t(`rates.${rate}`)}
            required={rate === 'hourlyRate'}
            inputMode="decimal"
            defaultValue={service?.[rate] ?? ''}
            className="figures"
          />
        ))}
      </div>
      <p className="text-xs text-muted">
        {t('ratesHint')} {t('formerHint')}
      </p>
      <Translations>
        {(locale) => (
          <>
            <TextEntry
              name={`translations.${locale}.name`}
              label={t('name')}
              defaultValue={service?.translations[locale]?.name ?? ''}
            />
            <LongTextEntry
              name={`translations.${locale}.description`}
              label={t('description')}
              defaultValue={service?.translations[locale]?.description ?? ''}
            />
          </>
        )}
      </Translations>
    </>
  )
}

/** The icons of a service. A stored one that is no longer offered stays selected. */
function IconChoice({ label, initial }: { label: string; initial: string }) {
  const { form } = useEntryForm()
  const t = useTranslations('admin.services.icons')
  const offered: string[] = SERVICE_ICONS.some((icon) => icon === initial)
    ? [...SERVICE_ICONS]
    : [initial, ...SERVICE_ICONS]
  const nameOf = (icon: string) =>
    t.has(iconName(icon) as 'microphone') ? t(iconName(icon) as 'microphone') : iconName(icon)
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((icon) => (
          <label
            key={icon}
            title={nameOf(icon)}
            className={
              'grid size-11 cursor-pointer place-items-center rounded-md border border-edge ' +
              'text-muted transition-colors has-checked:border-tungsten ' +
              'has-checked:text-tungsten has-focus-visible:outline-2 ' +
              'has-focus-visible:outline-offset-2 has-focus-visible:outline-tungsten ' +
              'hover:text-fg'
            }
          >
            <input
              type="radio"
              {...form.register('icon')}
              value={icon}
              defaultChecked={icon === initial}
              className="sr-only"
              aria-label={nameOf(icon)}
            />
            <ServiceIcon icon={icon} className="size-5" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
