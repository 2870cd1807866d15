'use client'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { HttpError, sentenceOf } from '@/components/api'
import { serverNow } from '@/components/browser/clock'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { AddOnOffer, CodePrice } from '@/lib/bookings/schema'
import { formatRM, type Price, senOf } from '@/lib/money'
import { studioDate } from '@/lib/time'
import { askCode } from './api'
import { useBooking, useFieldError, useLength } from './booking-form'
import type { BookingOptions } from './options'
import type { CodeLine } from './summary'

type Props = {
  codes: NonNullable<BookingOptions['codes']>
  addOns: readonly AddOnOffer[]
  /** The price of the choice with the code; null where the code does not hold for it. */
  onCode: (coded: { price: Price; code: CodeLine } | null) => void
}

/** The field for a code, folded; the server says what the choice costs with it. */
export function CodeField({ codes, ...props }: Props) {
  const { getValues, setValue } = useBooking()
  const [today] = useState(() => studioDate(new Date(serverNow())))
  const holds = codes.some(
    ({ from, until }) => (from === null || from <= today) && (until === null || today <= until),
  )
  // Left from another day: it could not be taken out.
  useEffect(() => {
    if (!holds && getValues('code') !== '') setValue('code', '')
  }, [holds, getValues, setValue])
  return holds ? <Fold {...props} /> : null
}

function Fold(props: Omit<Props, 'codes'>) {
  const t = useTranslations('codes')
  const { control, getValues, register, clearErrors } = useBooking()
  const code = useWatch({ control, name: 'code' })
  const error = useFieldError('code')
  const [asked, setAsked] = useState(() => getValues('code'))
  const [isOpen, setOpen] = useState(false)
  const answer = useAnswer({ ...props, asked })
  const ask = () => setAsked(getValues('code'))
  // Enter in a field would submit the booking form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    ask()
  }
  const field = register('code', { onChange: () => clearErrors('code'), onBlur: ask })
  return (
    <details
      open={isOpen || code !== '' || error !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-medium">{t('title')}</summary>
      <div className="grid gap-3 pb-2">
        <Field id="booking-code" label={t('label')} error={error}>
          <Input
            {...field}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            onKeyDown={onKeyDown}
            className="disabled:opacity-100"
          />
        </Field>
        <Button type="button" variant="outline" onClick={ask}>
          {t('apply')}
        </Button>
        <p role="status" className="text-sm wrap-anywhere empty:hidden">
          {answer && code === asked && error === undefined && wordsFor(answer)}
        </p>
      </div>
    </details>
  )

  function wordsFor({ name, price }: CodePrice): string {
    return price === null
      ? t('known', { name })
      : t('applied', { name, amount: formatRM(senOf(price.discount)) })
  }
}

/** The server's answer about a code that was `asked`, anew for each other choice. */
function useAnswer({
  addOns,
  onCode,
  asked,
}: Omit<Props, 'codes'> & { asked: string }): CodePrice | null {
  const t = useTranslations('codes')
  const { control, setError, clearErrors } = useBooking()
  const [code, serviceId, date, time] = useWatch({
    control,
    name: ['code', 'serviceId', 'date', 'time'],
  })
  const { duration, hours } = useLength()
  const [answer, setAnswer] = useState<CodePrice | null>(null)
  const added = addOns.map(({ id }) => id).join()
  useEffect(() => {
    if (asked !== code || code.trim() === '') return
    let isCurrent = true
    const chosen = { serviceId, duration, hours, date, time }
    askCode({ code, ...chosen, addOns: added.split(',').filter(Boolean).map(Number) }).then(
      (said) => {
        if (!isCurrent) return
        clearErrors('code')
        setAnswer(said)
        onCode(said.price && coded(said, said.price))
      },
      (error: unknown) => {
        if (!isCurrent) return
        setAnswer(null)
        onCode(null)
        const beside = error instanceof HttpError ? error.body.fields?.code : undefined
        const message = beside ?? sentenceOf(error) ?? t('failed')
        setError('code', { type: 'server', message })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [asked, code, serviceId, duration, hours, added, date, time, onCode, setError, clearErrors, t])
  return answer
}

const coded = ({ code, name }: CodePrice, price: NonNullable<CodePrice['price']>) => ({
  price: {
    subtotalSen: senOf(price.subtotal),
    taxSen: senOf(price.taxAmount),
    totalSen: senOf(price.totalAmount),
  },
  code: { code, name, discountSen: senOf(price.discount) },
})
