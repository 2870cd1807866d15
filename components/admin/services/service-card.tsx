'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { RemoveButton } from '@/components/admin/form/remove-button'
import { useSave } from '@/components/admin/use-save'
import { ServiceIcon } from '@/components/booking/service-icon'
import { Badge } from '@/components/ui/badge'
import { STRIPE_FIELDS, type StripeField as Name } from '@/lib/catalog/rules'
import { formatRM, senOf } from '@/lib/money'
import { ServiceEditor } from './service-editor'
import { StripeField } from './stripe-field'
import type { EditedService } from './types'

/**
 * One service: what it costs, its Stripe identifiers, and the way to change its words and rates.
 */
export function ServiceCard({ service }: { service: EditedService }) {
  const t = useTranslations('admin.services')
  const { send, refresh, succeeded } = useSave()
  const [stripe, setStripe] = useState({ ...service })
  const version = useRef(service.updatedAt)
  // One after the other: each call needs the version that the one before it answered with.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    version.current = service.updatedAt
  }, [service.updatedAt])

  const save = (name: Name, value: string): Promise<string | null> => {
    const mine = last.current.then(async () => {
      const answer = await send<EditedService>(
        'PATCH',
        `/api/services/${service.id}/stripe`,
        { [name]: value || null, version: version.current },
        { quiet: true },
      )
      if (!answer.ok) return answer.fields[name] ?? answer.message
      version.current = answer.data.updatedAt
      setStripe((before) => ({ ...before, [name]: answer.data[name] }))
      succeeded(t('stripeSaved'))
      refresh()
      return null
    })
    last.current = mine
    return mine
  }

  return (
    <li className="grid gap-5 rounded-lg border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-start gap-3">
          <ServiceIcon icon={service.icon} className="mt-1 size-5 shrink-0 text-muted" />
          <div className="grid gap-1">
            <h3 className="text-lg wrap-anywhere">{service.name}</h3>
            <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <span className="font-semibold text-tungsten">
                {t('perHour', { rate: formatRM(senOf(service.hourlyRate)) })}
              </span>
              {service.halfDayRate && (
                <span>{t('halfDay', { rate: formatRM(senOf(service.halfDayRate)) })}</span>
              )}
              {service.fullDayRate && (
                <span>{t('fullDay', { rate: formatRM(senOf(service.fullDayRate)) })}</span>
              )}
              {service.isAddOn && <Badge variant="outline">{t('addOn')}</Badge>}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <ServiceEditor service={service} />
          {!service.isUsed && (
            <RemoveButton
              path={`/api/services/${service.id}`}
              version={service.updatedAt}
              name={service.name}
              question={t('removeQuestion', { name: service.name })}
              removed={t('removed')}
            />
          )}
        </div>
      </div>
      <div className="grid gap-x-5 gap-y-3 lg:grid-cols-3">
        {STRIPE_FIELDS.map((name) => (
          <StripeField
            key={name}
            name={name}
            service={service.name}
            value={stripe[name]}
            save={save}
          />
        ))}
      </div>
    </li>
  )
}
