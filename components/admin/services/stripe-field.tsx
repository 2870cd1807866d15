'use client'
import { Check, ExternalLink, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import { FieldError } from '@/components/ui/field-error'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import type { StripeField as Name } from '@/lib/catalog/rules'

type Mark = { kind: 'saving' | 'saved' } | { kind: 'failed'; message: string } | null
type Props = {
  name: Name
  /** Of the service, for whoever hears the field alone. */
  service: string
  value: string | null
  /** Saves one field; what is wrong, or null. */
  save: (name: Name, value: string) => Promise<string | null>
}

/**
 * One of a service's Stripe identifiers: saved when it loses the focus and has changed (spec point
 * 7), with a mark that says how it went.
 */
export function StripeField({ name, service, value, save }: Props) {
  const t = useTranslations('admin.services')
  const id = useId()
  const [text, setText] = useState(value ?? '')
  const [mark, setMark] = useState<Mark>(null)

  const leave = async () => {
    const typed = text.trim()
    if (typed === (value ?? '')) {
      // Back to what is stored: whatever failed before is no longer there.
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
          {t(`stripe.${name}`)}
          <span className="sr-only"> ({service})</span>
        </Label>
        <Badge variant={value ? 'success' : 'secondary'}>{t(value ? 'set' : 'missing')}</Badge>
      </div>
      <div className="flex gap-2">
        <Input
          id={id}
          value={text}
          spellCheck={false}
          autoComplete="off"
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
        {mark?.kind === 'saving' && t('saving')}
        {mark?.kind === 'saved' && (
          <span className="flex items-center gap-1.5 text-meter">
            <Check aria-hidden="true" className="size-3.5" />
            {t('saved')}
          </span>
        )}
        {failed && (
          <FieldError className="flex items-start gap-1.5">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {t('failed', { reason: mark.message })}
          </FieldError>
        )}
      </div>
    </div>
  )
}
