'use client'
import { CalendarPlus, Pencil } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { EditorDialog, EditorForm, TextEntry } from '@/components/admin/shared/form'
import { Button } from '@/components/ui/button'
import { RATES } from '@/lib/catalog/rules'
import { priceSetBody } from '@/lib/catalog/schema'
import { groupedPrices, type PricedService } from './rates'

type Props = {
  /** With the rates that the fields begin with. */
  services: readonly PricedService[]
  /** The first and the last day that can be chosen. */
  days: { first: string; last: string }
  /** The set that is changed; absent for a new one. */
  set?: { id: number; from: string; name: string; version: string }
}

// Of a field: with a letter, or the form would read a list with as many entries as the number says.
const fieldOf = (id: number, rate: string) => `rates.s${id}.${rate}`

/** The button and dialog for the rates of all services from a day on. */
export function PriceEditor({ services, days, set }: Props) {
  const [t, form] = [useTranslations('admin.prices'), useTranslations('admin.form')]
  const [open, setOpen] = useState(false)
  const body = ({ from, rates }: FieldValues) => ({
    from: from as string,
    rates: services.map(({ id }) => ({
      serviceId: id,
      ...(rates as Record<string, Record<string, string>>)[`s${id}`],
    })),
  })
  const shownAt = (part: string) =>
    part.replace(/^rates\.(\d+)\./, (_, nth: string) => `rates.s${services[Number(nth)]?.id}.`)
  return (
    <>
      {set ? (
        <Button
          variant="outline"
          aria-label={`${form('edit')}: ${set.name}`}
          onClick={() => setOpen(true)}
        >
          <Pencil aria-hidden="true" />
          {form('edit')}
        </Button>
      ) : (
        <Button onClick={() => setOpen(true)}>
          <CalendarPlus aria-hidden="true" />
          {t('add')}
        </Button>
      )}
      {open && (
        <EditorDialog
          title={set?.name ?? t('add')}
          close={() => setOpen(false)}
          className="max-w-4xl"
        >
          <EditorForm
            method={set ? 'PATCH' : 'POST'}
            path={set ? `/api/admin/prices/${set.id}` : '/api/admin/prices'}
            schema={priceSetBody}
            fields={[
              'from',
              ...services.flatMap(({ id }) => RATES.map((rate) => fieldOf(id, rate))),
            ]}
            body={body}
            shownAt={shownAt}
            {...(set && { version: set.version })}
            save={t('save')}
            saved={t('saved')}
          >
            <TextEntry
              name="from"
              type="date"
              label={t('begins')}
              required
              min={days.first}
              max={days.last}
              defaultValue={set?.from ?? ''}
              className="figures"
            />
            <p className="text-xs text-muted">{t('hint')}</p>
            {groupedPrices(services).map(({ group, services: rows }) => (
              <section key={group} aria-label={t(group)} className="grid gap-4">
                <h3 className="text-base">{t(group)}</h3>
                {rows.map((service) => (
                  <fieldset key={service.id} className="rounded-md border border-line p-3">
                    <legend className="px-1 text-sm font-semibold">{service.name}</legend>
                    <div className="grid gap-3 sm:grid-cols-3 lg:grid-cols-5">
                      {RATES.map((rate) => (
                        <TextEntry
                          key={rate}
                          name={fieldOf(service.id, rate)}
                          label={t(`columns.${rate}`)}
                          required={rate === 'hourlyRate'}
                          inputMode="decimal"
                          autoComplete="off"
                          defaultValue={service[rate] ?? ''}
                          className="figures"
                        />
                      ))}
                    </div>
                  </fieldset>
                ))}
              </section>
            ))}
          </EditorForm>
        </EditorDialog>
      )}
    </>
  )
}
