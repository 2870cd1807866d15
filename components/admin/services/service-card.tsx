'use client'
import { ArrowDown, ArrowUp, Check, ExternalLink, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { ServiceEditor } from '@/components/admin/services/service-editor'
import type { ListedService } from '@/lib/catalog/schema'
import { Confirm, RemoveButton } from '@/components/admin/shared/dialogs'
import { useSave } from '@/components/admin/shared/use-save'
import { ServiceIcon } from '@/components/booking/service-icon'
import { useHydrated } from '@/components/ui/hydrated'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { FieldError } from '@/components/ui/field-error'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/field'
import { STRIPE_FIELDS, type ServiceState, type StripeField as Name } from '@/lib/catalog/rules'
import { formatRM, senOf } from '@/lib/money'

type CardProps = {
  service: ListedService
  /** From 1, among the services of the same kind that are not retired. */
  place: number
  count: number
}

/**
 * One service: its rates, its Stripe identifiers, and the actions to edit, move, hide and retire
 * it.
 */
export function ServiceCard({ service, place, count }: CardProps) {
  const t = useTranslations('admin.services')
  const { send, refresh, pending, succeeded } = useSave()
  const [retiring, setRetiring] = useState(false)
  const [saved, setSaved] = useState<Pick<ListedService, Name | 'updatedAt'>>(service)
  // The later of the two: the reloaded row may contain somebody else's change.
  const stripe = saved.updatedAt > service.updatedAt ? saved : service
  const version = useRef(service.updatedAt)
  // One after the other: each call needs the version from the answer to the one before.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    version.current = service.updatedAt
  }, [service.updatedAt])

  const save = (name: Name, value: string): Promise<string | null> => {
    const mine = last.current.then(async () => {
      const answer = await send<ListedService>(
        'PATCH',
        `/api/services/${service.id}/stripe`,
        { [name]: value || null, version: version.current },
        { quiet: true },
      )
      if (!answer.ok) return answer.fields[name] ?? answer.message
      version.current = answer.data.updatedAt
      setSaved(answer.data)
      succeeded(t('stripeSaved'))
      refresh()
      return null
    })
    last.current = mine
    return mine
  }

  // After a field that is being saved: the click that leaves the field must not be lost.
  const change = (body: { state: ServiceState } | { position: number }, text: string) => {
    const mine = last.current.then(async () => {
      const answer = await send<ListedService>('PATCH', `/api/services/${service.id}`, {
        ...body,
        version: version.current,
      })
      if (answer.ok) {
        version.current = answer.data.updatedAt
        succeeded(text)
      }
      setRetiring(false)
      refresh()
    })
    last.current = mine
  }
  const { name, state } = service
  const named = (action: string) => t('named', { action, name })
  const isRetired = state === 'retired'

  return (
    <li className="grid gap-5 rounded-lg border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-start gap-3">
          <ServiceIcon icon={service.icon} className="mt-1 size-5 shrink-0 text-muted" />
          <div className="grid gap-1">
            <h4 className="text-lg wrap-anywhere">{service.name}</h4>
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
              {state === 'hidden' && <Badge variant="secondary">{t('hidden')}</Badge>}
            </p>
            {state === 'hidden' && <p className="text-xs text-muted">{t('hiddenHint')}</p>}
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {!isRetired && (
            <>
              <Button
                variant="ghost"
                size="icon"
                pending={pending}
                disabled={place === 1}
                aria-label={t('earlier', { name })}
                onClick={() => change({ position: place - 1 }, t('moved'))}
              >
                <ArrowUp aria-hidden="true" />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                pending={pending}
                disabled={place === count}
                aria-label={t('later', { name })}
                onClick={() => change({ position: place + 1 }, t('moved'))}
              >
                <ArrowDown aria-hidden="true" />
              </Button>
            </>
          )}
          <ServiceEditor service={service} />
          {state === 'offered' && (
            <Button
              variant="ghost"
              pending={pending}
              aria-label={named(t('hide'))}
              onClick={() => change({ state: 'hidden' }, t('isHidden', { name }))}
            >
              {t('hide')}
            </Button>
          )}
          {state !== 'offered' && (
            <Button
              variant="ghost"
              pending={pending}
              aria-label={named(t(isRetired ? 'offerAgain' : 'show'))}
              onClick={() => change({ state: 'offered' }, t('isOffered', { name }))}
            >
              {t(isRetired ? 'offerAgain' : 'show')}
            </Button>
          )}
          {!isRetired && service.isUsed && (
            <Button
              variant="ghost"
              pending={pending}
              aria-label={named(t('retire'))}
              onClick={() => setRetiring(true)}
              className="text-onair-soft"
            >
              {t('retire')}
            </Button>
          )}
          {retiring && (
            <Confirm
              title={t('retireTitle', { name })}
              text={t('retireQuestion')}
              action={t('retire')}
              pending={pending}
              confirm={() => change({ state: 'retired' }, t('isRetired', { name }))}
              close={() => setRetiring(false)}
            />
          )}
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
            // Filled again when somebody else changed the row, because the version is new too.
            key={service.updatedAt > saved.updatedAt ? name + service.updatedAt : name}
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

type Mark = { kind: 'saving' | 'saved' } | { kind: 'failed'; message: string } | null
type Props = {
  name: Name
  /** Names the service for screen readers, which read the field alone. */
  service: string
  value: string | null
  /** Saves one field; returns the error, or null. */
  save: (name: Name, value: string) => Promise<string | null>
}

/**
 * One of a service's Stripe identifiers: saved on blur when it has changed, with an icon for the
 * result.
 */
function StripeField({ name, service, value, save }: Props) {
  const t = useTranslations('admin.services')
  const id = useId()
  const hydrated = useHydrated()
  const [text, setText] = useState(value ?? '')
  const [mark, setMark] = useState<Mark>(null)

  const leave = async () => {
    const typed = text.trim()
    if (typed === (value ?? '')) {
      // Back to the stored value: an earlier error no longer applies.
      if (mark?.kind === 'failed') setMark(null)
      return
    }
    setMark({ kind: 'saving' })
    const fault = await save(name, typed)
    setMark(fault === null ? { kind: 'saved' } : { kind: 'failed', message: fault })
  }

  const failed = mark?.kind === 'failed'
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Label htmlFor={id}>
          <span>{t(`stripe.${name}`)}</span>
          <span className="sr-only">{` (${service})`}</span>
        </Label>
        <Badge variant={value ? 'success' : 'secondary'}>{t(value ? 'set' : 'missing')}</Badge>
      </div>
      <div className="flex gap-2">
        <Input
          id={id}
          value={text}
          spellCheck={false}
          autoComplete="off"
          // Until then, leaving the field would save nothing.
          disabled={!hydrated}
          placeholder={
            {
              stripeProductId: 'prod_…',
              stripePriceId: 'price_…',
              stripePaymentLinkUrl: 'https://buy.stripe.com/…',
            }[name]
          }
          aria-invalid={failed || undefined}
          aria-describedby={`${id}-mark`}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => void leave()}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          className="h-11 font-mono text-sm"
        />
        {name === 'stripePaymentLinkUrl' && value && (
          <a
            href={value}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonVariants({ variant: 'outline', size: 'icon' })}
            aria-label={t('open', { service })}
          >
            <ExternalLink aria-hidden="true" />
          </a>
        )}
      </div>
      <div id={`${id}-mark`} aria-live="polite" className="min-h-5 text-xs text-muted">
        {mark?.kind === 'saving' && <span>{t('saving')}</span>}
        {mark?.kind === 'saved' && (
          <span className="flex items-center gap-1.5 text-meter">
            <Check aria-hidden="true" className="size-3.5" />
            {t('saved')}
          </span>
        )}
        {failed && (
          <FieldError className="flex items-start gap-1.5">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{t('failed', { reason: mark.message })}</span>
          </FieldError>
        )}
      </div>
    </div>
  )
}
