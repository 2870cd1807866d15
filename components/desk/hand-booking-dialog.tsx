'use client'
import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { useSave } from '@/components/admin/use-save'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Textarea } from '@/components/ui/textarea'
import { DURATIONS, type Duration } from '@/lib/availability/rules'
import { sessionPrice } from '@/lib/bookings/rules'
import { adminBookingBody } from '@/lib/bookings/schema'
import { LOCALES } from '@/lib/i18n/routing'
import { formatRM, toDecimal } from '@/lib/money'
import type { OfferedService, Tax } from './calendar-types'
import { TimeField } from './time-field'
import { useRefusal } from './use-refusal'
import { useStarts } from './use-starts'

type Props = {
  services: OfferedService[]
  tax: Tax
  date: string
  onClose: () => void
  onDone: () => void
}
const EMPTY = {
  time: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  requirements: '',
  locale: 'en',
  payment: 'offline',
}
type Values = typeof EMPTY & { serviceId: string; duration: Duration; date: string }

/**
 * A booking made by the owner (issue: New booking by hand), for somebody on the phone or at the
 * door.
 */
export function HandBookingDialog({ services, tax, date, onClose, onDone }: Props) {
  const t = useTranslations('admin.calendar')
  const { send, pending, succeeded } = useSave()
  const [values, setValues] = useState<Values>({
    ...EMPTY,
    serviceId: String(services[0]?.id ?? ''),
    duration: 'hourly',
    date,
  })
  const { errors, check, refuse, notice } = useRefusal('hand')
  const serviceId = Number(values.serviceId)
  const starts = useStarts({ date: values.date, duration: values.duration, serviceId })
  const service = services.find(({ id }) => id === serviceId)
  const total = service ? sessionPrice(service.rates, values.duration, tax).totalSen : null
  const set = (change: Partial<Values>) => setValues({ ...values, ...change })

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = { ...values, serviceId, totalAmount: total === null ? null : toDecimal(total) }
    if (!check(adminBookingBody, body)) return
    const result = await send('POST', '/api/admin/bookings', body, { quiet: true })
    if (!result.ok) {
      starts.retry()
      return refuse(result)
    }
    succeeded(t('form.made'))
    onDone()
  }
  const input = (
    name: 'firstName' | 'lastName' | 'email' | 'phone' | 'date',
    type: string,
    required = false,
  ) => (
    <Field id={`hand-${name}`} label={t(`form.${name}`)} error={errors[name]} required={required}>
      <Input
        type={type}
        value={values[name]}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  )
  const choice = (
    name: 'serviceId' | 'duration' | 'locale' | 'payment',
    label: string,
    options: readonly (readonly [key: string, text: string])[],
  ) => (
    <Field id={`hand-${name}`} label={label} error={errors[name]} required>
      <NativeSelect
        value={values[name]}
        onChange={(event) => set({ [name]: event.target.value })}
        options={options}
      />
    </Field>
  )
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent closeLabel={t('form.close')} className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>{t('newBooking')}</DialogTitle>
          <DialogDescription>{t('form.lead')}</DialogDescription>
        </DialogHeader>
        <form noValidate onSubmit={submit} className="grid gap-5">
          {notice}
          <div className="grid gap-4 sm:grid-cols-2">
            {choice(
              'serviceId',
              t('form.service'),
              services.map(({ id, name }) => [String(id), name]),
            )}
            {choice(
              'duration',
              t('form.duration'),
              DURATIONS.map((duration) => [duration, t(`lengths.${duration}`)]),
            )}
            {input('date', 'date', true)}
            <TimeField
              id="hand-time"
              label={t('form.time')}
              value={values.time}
              starts={starts}
              error={errors.time}
              onChange={(time) => set({ time })}
            />
            {input('firstName', 'text', true)}
            {input('lastName', 'text')}
            {input('email', 'email', true)}
            {input('phone', 'tel')}
            {choice(
              'payment',
              t('form.payment'),
              (['offline', 'later'] as const).map((key) => [key, t(`form.${key}`)]),
            )}
            {choice(
              'locale',
              t('form.language'),
              LOCALES.map((key) => [key, t(`languages.${key}`)]),
            )}
          </div>
          <Field id="hand-requirements" label={t('form.requirements')} error={errors.requirements}>
            <Textarea
              rows={2}
              value={values.requirements}
              onChange={(event) => set({ requirements: event.target.value })}
            />
          </Field>
          <DialogFooter className="items-center sm:justify-between">
            <p className="figures text-sm text-muted">
              {t('form.total')}{' '}
              <span className="text-lg font-semibold text-tungsten">
                {total === null ? '–' : formatRM(total)}
              </span>
            </p>
            <Button type="submit" pending={pending}>
              {t('form.submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
