'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { HttpError, request, sentenceOf } from '@/components/api'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { showServerErrors, useSubmit } from '@/components/form/use-submit'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Skeleton } from '@/components/ui/skeleton'
import {
  accountShape,
  BANKS,
  OTHER_BANK,
  type AccountInput,
  type BankFormShown,
} from '@/lib/bank-forms/schema'
import { formatRM } from '@/lib/money'
import { longDate, studioDate } from '@/lib/time'

type Values = Record<keyof AccountInput, string>
const FIELDS = ['bank', 'otherBank', 'holder', 'number'] as const
const EMPTY: Values = { bank: '', otherBank: '', holder: '', number: '' }

type Read = BankFormShown | 'reading' | 'unknown' | 'away'

/** What became of the form, or the form; the token of its link is behind #. */
export function BankDetailsForm() {
  const t = useTranslations('bankDetails')
  const [read, setRead] = useState<Read>('reading')
  const [times, setTimes] = useState(0)
  const [sent, setSent] = useState(false)
  useEffect(() => {
    let isLeft = false
    const look = () => {
      const token = window.location.hash.slice(1)
      if (token === '') return setRead('unknown')
      request<BankFormShown>('/api/bank-details/state', { method: 'POST', body: { token } }).then(
        (shown) => {
          if (!isLeft) setRead(shown)
        },
        (error: unknown) => {
          const isUnknown = error instanceof HttpError && [400, 404].includes(error.status)
          if (!isLeft) setRead(isUnknown ? 'unknown' : 'away')
        },
      )
    }
    look()
    // Another link opened in the same tab.
    window.addEventListener('hashchange', look)
    return () => {
      isLeft = true
      window.removeEventListener('hashchange', look)
    }
  }, [times])
  if (read === 'reading') return <Skeleton className="h-96 w-full rounded-lg" />
  if (read === 'away')
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{t('away')}</p>
        <Button variant="outline" onClick={() => setTimes(times + 1)}>
          {t('again')}
        </Button>
      </div>
    )
  if (read === 'unknown') return <p role="status">{t('states.ended')}</p>
  if (read.state !== 'open') return <p role="status">{t(sent ? 'done' : `states.${read.state}`)}</p>
  return (
    <OpenForm
      shown={read}
      onSent={() => {
        setSent(true)
        setTimes(times + 1)
      }}
      onStale={() => setTimes(times + 1)}
    />
  )
}

type Props = { shown: BankFormShown; onSent: () => void; onStale: () => void }

function OpenForm({ shown, onSent, onStale }: Props) {
  const t = useTranslations('bankDetails')
  const locale = useLocale()
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useSchemaForm<Values, AccountInput>({
    schema: () => accountShape,
    defaultValues: EMPTY,
  })
  const bank = useWatch({ control: form.control, name: 'bank' })
  const errorOf = useFieldErrors(form.control)
  const { submit, pending } = useSubmit(form, {
    fields: FIELDS,
    async send(account) {
      setRefusal(null)
      const token = window.location.hash.slice(1)
      await request('/api/bank-details', { method: 'POST', body: { token, ...account } })
      onSent()
    },
    onRefused(error) {
      // Something else has become of it: the page says what.
      if (error instanceof HttpError && [404, 409].includes(error.status)) return onStale()
      setRefusal(sentenceOf(error) ?? t('away'))
      showServerErrors(form, FIELDS, error)
    },
  })
  const field = (name: (typeof FIELDS)[number]) => ({
    id: `bank-${name}`,
    label: t(`fields.${name}`),
    error: errorOf(name),
    required: true,
  })
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <p>{t('lead', { amount: formatRM(shown.amountSen) })}</p>
        <p className="text-sm text-muted">
          {t('until', { until: longDate(studioDate(new Date(shown.until)), locale) })}
        </p>
      </div>
      <form
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-5"
      >
        {refusal !== null && (
          <Alert variant="destructive" role="alert">
            <AlertDescription className="text-fg">{refusal}</AlertDescription>
          </Alert>
        )}
        <Field {...field('bank')}>
          <NativeSelect
            {...form.register('bank')}
            translate="no"
            empty={t('choose')}
            options={[
              ...BANKS.map((name) => [name, name] as const),
              [OTHER_BANK, t('other')] as const,
            ]}
          />
        </Field>
        {bank === OTHER_BANK && (
          <Field {...field('otherBank')}>
            <Input {...form.register('otherBank')} autoComplete="off" />
          </Field>
        )}
        <Field {...field('holder')} hint={t('holderHint')}>
          <Input {...form.register('holder')} autoComplete="name" />
        </Field>
        <Field {...field('number')} hint={t('numberHint')}>
          <Input {...form.register('number')} inputMode="numeric" autoComplete="off" />
        </Field>
        <p className="text-sm text-muted">{t('kept')}</p>
        <Button type="submit" size="lg" pending={pending}>
          {t('submit')}
        </Button>
      </form>
    </div>
  )
}
