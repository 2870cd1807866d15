'use client'
import { useTranslations } from 'next-intl'
import { type FieldValues, useWatch } from 'react-hook-form'
import {
  ChoiceEntry,
  EntryForm,
  LongTextEntry,
  TextEntry,
  useEntry,
} from '@/components/admin/shared/form'
import { useWarnings, Warnings } from '@/components/admin/bookings/despite'
import { chosenRoom, RoomEntry, useRoomsServing } from '@/components/admin/shared/rooms'
import { CompanyDetails } from '@/components/checkout/company-details'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { DURATIONS, hoursPerDay, type Length, lengthOf, MOST_HOURS } from '@/lib/availability/rules'
import { sessionPrice } from '@/lib/bookings/price'
import { adminBookingBody } from '@/lib/bookings/schema'
import { LOCALES } from '@/lib/i18n/routing'
import { formatRM, toDecimal } from '@/lib/money'
import { serverNow } from '@/components/browser/clock'
import type { AdminBooking } from '@/lib/admin/bookings/schema'
import { HOUR_MS, toInstant } from '@/lib/time'
import type { OfferedService } from '@/lib/admin/calendar/schema'
import { billingValues, COMPANY_FIELDS } from '@/lib/receipts/company'
import { STUDIO_METHODS } from '@/lib/sales/money'
import { taxFacts, type TaxSetting } from '@/lib/settings/tax'
import { TimeField, useStarts } from '@/components/admin/bookings/time-field'

type Props = {
  services: OfferedService[]
  tax: TaxSetting
  severalHours: boolean
  date: string
  close: () => void
}
const FIELDS = [
  'serviceId',
  'duration',
  'hours',
  'roomId',
  'date',
  'time',
  'firstName',
  'lastName',
  'email',
  'phone',
  'way',
  'paid.method',
  'paid.note',
  'locale',
  'requirements',
  ...COMPANY_FIELDS,
]

/** The chosen length; the field for hours applies only to the hourly one. */
const lengthIn = ({ duration, hours }: FieldValues): Length =>
  lengthOf({ duration: String(duration), hours: duration === 'hourly' ? Number(hours) : 1 })

/** Nobody is asked by mail to pay for a session that is over. */
const isOverUnpaid = (made: AdminBooking): boolean =>
  made.status === 'pending' &&
  toInstant(made.date, made.time).getTime() + hoursPerDay(made) * HOUR_MS <= serverNow()

/** A booking that an administrator makes for a customer who calls or visits the studio. */
export function AdminBookingDialog({ services, tax, severalHours, date, close }: Props) {
  const t = useTranslations('admin.calendar')
  const words = useTranslations('admin.bookings.rooms')
  const totalOf = (typed: FieldValues): number | null => {
    const service = services.find(({ id }) => id === Number(typed.serviceId))
    return service ? sessionPrice(service.rates, lengthIn(typed), tax).totalSen : null
  }
  const entry = useEntry<AdminBooking>({
    method: 'POST',
    path: '/api/admin/bookings',
    schema: adminBookingBody,
    fields: FIELDS,
    initial: {
      serviceId: String(services[0]?.id ?? ''),
      duration: 'hourly',
      hours: '1',
      roomId: '',
      date,
      time: '',
      way: 'offline',
      paid: { method: '', note: '' },
      locale: 'en',
      ...billingValues(),
    },
    body({ way, paid, ...typed }) {
      const total = totalOf(typed)
      const totalAmount = total === null ? null : toDecimal(total)
      return {
        ...typed,
        hours: lengthIn(typed).hours,
        paid: way === 'offline' ? (paid as object) : 'link',
        serviceId: Number(typed.serviceId),
        roomId: chosenRoom(typed.roomId, rooms),
        totalAmount,
        despite: warned.warnings,
      }
    },
    refusedAt: 'form',
    refused: (refusal) => {
      starts.retry()
      return warned.read(refusal)
    },
    saved: (made) => t(isOverUnpaid(made) ? 'form.madeOver' : 'form.made'),
    done: close,
  })
  const chosen = useWatch({ control: entry.form.control })
  const serviceId = Number(chosen.serviceId)
  const rooms = useRoomsServing(serviceId)
  const session = {
    date: String(chosen.date),
    ...lengthIn(chosen),
    serviceId,
    roomId: chosenRoom(chosen.roomId, rooms),
  }
  const starts = useStarts(session)
  const warned = useWarnings({ ...session, time: chosen.time })
  const errorOf = useFieldErrors(entry.form.control)
  const total = totalOf(chosen)
  return (
    <Dialog open onOpenChange={(open) => !open && !entry.pending && close()}>
      <DialogContent closeLabel={t('form.close')} className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>{t('newBooking')}</DialogTitle>
          <DialogDescription>{t('form.lead')}</DialogDescription>
        </DialogHeader>
        <EntryForm entry={entry}>
          <div className="grid gap-4 sm:grid-cols-2">
            <ChoiceEntry
              name="serviceId"
              label={t('form.service')}
              required
              clears="time"
              options={services.map(({ id, name }) => [String(id), name])}
            />
            <ChoiceEntry
              name="duration"
              label={t('form.duration')}
              required
              clears="time"
              options={DURATIONS.map((duration) => [duration, t(`lengths.${duration}`)])}
            />
            {severalHours && chosen.duration === 'hourly' && (
              <ChoiceEntry
                name="hours"
                label={t('form.hours')}
                required
                clears="time"
                options={Array.from({ length: MOST_HOURS }, (_, at) => [
                  String(at + 1),
                  t('form.hoursOf', { hours: at + 1 }),
                ])}
              />
            )}
            <RoomEntry rooms={rooms} any={words('any')} clears="time" />
            <TextEntry name="date" label={t('form.date')} type="date" required clears="time" />
            <TimeField name="time" label={t('form.time')} starts={starts} />
            <TextEntry name="firstName" label={t('form.firstName')} type="text" required />
            <TextEntry name="lastName" label={t('form.lastName')} type="text" />
            <TextEntry name="email" label={t('form.email')} type="email" />
            <TextEntry name="phone" label={t('form.phone')} type="tel" />
            <ChoiceEntry
              name="way"
              label={t('form.payment')}
              required
              options={(['offline', 'link'] as const).map((key) => [key, t(`form.${key}`)])}
            />
            {chosen.way === 'offline' && (
              <>
                <ChoiceEntry
                  name="paid.method"
                  label={t('form.paidBy')}
                  required
                  options={[
                    ['', t('form.choose')],
                    ...STUDIO_METHODS.map((key): [string, string] => [
                      key,
                      t(`form.methods.${key}`),
                    ]),
                  ]}
                />
                <TextEntry
                  name="paid.note"
                  label={t('form.paidWith')}
                  hint={t('form.paidWithHint')}
                  autoComplete="off"
                  limit={120}
                />
              </>
            )}
            <ChoiceEntry
              name="locale"
              label={t('form.language')}
              required
              options={LOCALES.map((key) => [key, t(`languages.${key}`)])}
            />
          </div>
          <LongTextEntry name="requirements" label={t('form.requirements')} rows={2} />
          <CompanyDetails
            prefix="by-hand"
            company={String(chosen.company)}
            control={entry.form.register}
            errorOf={errorOf}
          />
          <Warnings warnings={warned.warnings} />
          <DialogFooter className="items-center sm:justify-between">
            <p className="figures text-sm text-muted">
              <span>{t('form.total', taxFacts(tax))}</span>{' '}
              <span className="text-lg font-semibold text-tungsten">
                {total === null ? '–' : formatRM(total)}
              </span>
            </p>
            <Button type="submit" pending={entry.pending}>
              {t(warned.warnings.length > 0 ? 'form.anyway' : 'form.submit')}
            </Button>
          </DialogFooter>
        </EntryForm>
      </DialogContent>
    </Dialog>
  )
}
