'use client'
import { Pencil, Plus } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Link } from '@/components/admin/frame/link'
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
import { useSoldIn } from '@/components/admin/shared/rooms'
import { ServiceIcon } from '@/components/booking/service-icon'
import { Button } from '@/components/ui/button'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
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
  return (
    <>
      <Button
        variant="outline"
        aria-label={`${form('edit')}: ${service.name}`}
        onClick={() => setOpen(true)}
      >
        <Pencil aria-hidden="true" />
        {form('edit')}
      </Button>
      {open && (
        <EditorDialog
          title={t('editTitle', { name: service.name })}
          close={() => setOpen(false)}
          className="max-w-2xl"
        >
          <EditorForm
            method="PATCH"
            path={`/api/services/${service.id}`}
            schema={serviceBody}
            fields={FIELDS}
            version={service.updatedAt}
            saved={t('updated')}
          >
            <Fields service={service} />
            {!service.isAddOn && <SoldIn id={service.id} />}
          </EditorForm>
        </EditorDialog>
      )}
    </>
  )
}

/** In which rooms it is sold, and where that is changed; nothing in a house with one. */
function SoldIn({ id }: { id: number }) {
  const t = useTranslations('admin.services')
  const locale = toLocale(useLocale())
  const rooms = useSoldIn(id)
  if (rooms === null) return null
  return (
    <p className="text-sm text-muted">
      <span>{rooms.length > 0 ? t('soldIn', { rooms: rooms.join(', ') }) : t('noRoom')}</span>{' '}
      <Link
        href={`${pathIn(locale, '/admin/settings/hours')}#setting-rooms`}
        className="inline-flex min-h-11 items-center font-medium text-fg underline underline-offset-4"
      >
        {t('changeRooms')}
      </Link>
    </p>
  )
}

/** The button and dialog that add a service or an add-on. */
export function AddService() {
  const t = useTranslations('admin.services')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        {t('add')}
      </Button>
      {open && (
        <EditorDialog title={t('addTitle')} close={() => setOpen(false)} className="max-w-2xl">
          <EditorForm
            method="POST"
            path="/api/services"
            schema={newServiceBody}
            fields={[...FIELDS, 'isAddOn']}
            saved={t('added')}
          >
            <Fields />
            <CheckEntry name="isAddOn" label={t('isAddOn')} />
          </EditorForm>
        </EditorDialog>
      )}
    </>
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
