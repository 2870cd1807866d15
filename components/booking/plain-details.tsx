import { useLocale, useTranslations } from 'next-intl'
import { Fragment, type ReactNode } from 'react'
import { BillToCompany, CompanyFields } from '@/components/checkout/company-fields'
import { PolicyNotice } from '@/components/checkout/policy-notice'
import { PriceLines } from '@/components/checkout/price-lines'
import { useTaxLabel } from '@/components/checkout/tax'
import { LimitedField } from '@/components/form/limited-field'
import { DataNotice } from '@/components/legal/consent'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button-variants'
import { FieldError } from '@/components/ui/field-error'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { hoursPerDay, type Length, lengthKey } from '@/lib/availability/rules'
import type { StartTime } from '@/lib/availability/schema'
import { sessionPrice } from '@/lib/bookings/rules'
import type { PlainChoice, RefusedBooking, TypedBooking } from '@/lib/bookings/schema'
import { LIMITS } from '@/lib/limits'
import { toDecimal, type Tax } from '@/lib/money'
import { COMPANY_FIELDS, type CompanyField } from '@/lib/receipts/company'
import { hourText, longDate } from '@/lib/time'
import { closedSentence, type HolidayOption, type ServiceOption } from './options'
import { ByDay, TimeOf } from './plain-choice'
import { Pick } from './step'

type Props = {
  service: ServiceOption
  length: Length
  when: PlainChoice['when']
  /** The day from which alternative times are searched. */
  day: string | undefined
  /** The chosen start time; null when it is not free and one of `others` has to be chosen. */
  start: StartTime | null
  others: StartTime[]
  /** Set when the studio is closed on the chosen day, with the reason if one was given. */
  closed: { reason: string | null } | null
  holidays: HolidayOption[]
  tax: Tax
  /** Identifies this form: submitted twice, it books once. */
  formKey: string
  /** The errors of the last submission; null when there were none. */
  refused: RefusedBooking | null
  /** It was submitted, and the input has expired. */
  isStale: boolean
}

const TEXT_FIELDS = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email' },
  phone: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
} as const
const REQUIRED: readonly (keyof TypedBooking)[] = ['firstName', 'email']
const NAMES: readonly (keyof TypedBooking)[] = ['firstName', 'lastName']
const NAME_HINT = 'plain-name-hint'
const TYPED = [
  ...(Object.keys(TEXT_FIELDS) as (keyof typeof TEXT_FIELDS)[]),
  'requirements',
  ...COMPANY_FIELDS,
] as const

const isCompanyField = (name: string): name is CompanyField =>
  COMPANY_FIELDS.some((one) => one === name)

const idOf = (field: string) => `plain-${field}`

/** The form that holds a time without script. The browser submits it; nothing here needs code. */
export function PlainDetails(props: Props) {
  const { service, length, when, day, start, others, formKey, refused, tax } = props
  const t = useTranslations('booking.details')
  const plain = useTranslations('plainBooking.details')
  const price = sessionPrice(service.rates, length, tax)
  const wrong = refused?.fields ?? {}
  return (
    <form method="post" action="/api/bookings/form" noValidate className="grid gap-8">
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="language" value={useLocale()} />
      <input type="hidden" name="serviceId" value={service.id} />
      <input type="hidden" name="duration" value={length.duration} />
      <input type="hidden" name="hours" value={length.hours} />
      <input type="hidden" name="when" value={when} />
      {day && <input type="hidden" name="day" value={day} />}
      <input type="hidden" name="totalAmount" value={toDecimal(price.totalSen)} />
      {start && <input type="hidden" name="start" value={valueOf(start)} />}
      <ProblemSummary {...props} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <PlainSummary {...props} />
        <div className="grid min-w-0 gap-8 lg:col-start-1 lg:row-start-1">
          {!start && others.length > 0 && <OtherTimes {...props} />}
          <section aria-labelledby="plain-details" className="grid gap-4">
            <h2 id="plain-details" className="text-lg">
              {t('title')}
            </h2>
            <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
              {(Object.keys(TEXT_FIELDS) as (keyof typeof TEXT_FIELDS)[]).map((name) => (
                <Fragment key={name}>
                  <LimitedField
                    id={idOf(name)}
                    limit={LIMITS[name]}
                    label={t(name)}
                    error={wrong[name]}
                    required={REQUIRED.includes(name)}
                  >
                    <Input
                      name={name}
                      {...TEXT_FIELDS[name]}
                      {...(NAMES.includes(name) && { 'aria-describedby': NAME_HINT })}
                      defaultValue={refused?.typed[name]}
                    />
                  </LimitedField>
                  {name === NAMES.at(-1) && (
                    <p id={NAME_HINT} className="-mt-2 text-xs text-muted sm:col-span-2">
                      {t('nameHint')}
                    </p>
                  )}
                </Fragment>
              ))}
              <LimitedField
                id={idOf('requirements')}
                limit={LIMITS.requirements}
                label={t('requirements')}
                error={wrong.requirements}
                className="sm:col-span-2"
              >
                <Textarea
                  name="requirements"
                  placeholder={t('requirementsExample')}
                  defaultValue={refused?.typed.requirements}
                />
              </LimitedField>
              <BillToCompany
                className="sm:col-span-2"
                open={COMPANY_FIELDS.some((name) => refused?.typed[name])}
              >
                <CompanyFields
                  prefix="plain"
                  control={(name) => ({ name, defaultValue: refused?.typed[name] })}
                  errorOf={(name) => wrong[name]}
                />
              </BillToCompany>
            </div>
          </section>
          <DataNotice />
          <PolicyNotice />
          <div className="grid gap-2">
            <button
              type="submit"
              className={buttonVariants({
                size: 'lg',
                className: 'w-full sm:w-auto sm:justify-self-start',
              })}
            >
              {plain('hold')}
            </button>
            <p className="text-xs text-muted">{plain('note')}</p>
          </div>
        </div>
      </div>
    </form>
  )
}

const valueOf = ({ date, time }: StartTime) => `${date} ${time}`

/** The errors, at the top of the page: the address leads here, and so does the focus. */
function ProblemSummary({ refused, isStale, start, others, closed }: Props) {
  const time = useTranslations('booking.time')
  const t = useTranslations('plainBooking.details')
  const fields = useTranslations('booking.details')
  const company = useTranslations('billing')
  const isGone = start === null
  if (!refused && !isStale && !isGone) return null
  const wrong = TYPED.filter((name) => refused?.fields[name])
  const sentences = [
    ...(refused ? [refused.message] : []),
    ...(isStale ? [t('stale')] : []),
    ...(isGone && closed ? [closedSentence(time, closed.reason)] : []),
    ...(isGone && !closed && refused?.code !== 'slot_taken' ? [t('gone')] : []),
    ...(isGone && others.length === 0 ? [t('noTimes')] : []),
  ]
  return (
    <Alert
      id="problem"
      role="alert"
      tabIndex={-1}
      variant="destructive"
      className="scroll-mt-24 outline-none focus-visible:outline-2"
    >
      <AlertTitle>{t('problem')}</AlertTitle>
      <AlertDescription className="grid gap-2">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {(wrong.length > 0 || (isGone && others.length > 0)) && (
          <ul className="grid gap-1">
            {isGone && others.length > 0 && (
              <li>
                <ToField name="start">{t('another')}</ToField>
              </li>
            )}
            {wrong.map((name) => (
              <li key={name}>
                <ToField name={name}>
                  {`${isCompanyField(name) ? company(name) : fields(name)}: ${refused?.fields[name]}`}
                </ToField>
              </li>
            ))}
          </ul>
        )}
      </AlertDescription>
    </Alert>
  )
}

const ToField = ({ name, children }: { name: string; children: ReactNode }) => (
  <a
    href={`#${idOf(name)}`}
    className="inline-block py-1 text-fg underline decoration-onair-soft underline-offset-4"
  >
    {children}
  </a>
)

/** The chosen time is no longer free: alternatives in the same form, so that no input is lost. */
function OtherTimes({ others, holidays, length, refused }: Props) {
  const t = useTranslations('plainBooking.details')
  const required = useTranslations('booking.required')
  const isMissing = refused?.fields.time !== undefined || refused?.fields.date !== undefined
  const error = isMissing ? required('time') : undefined
  return (
    <fieldset id={idOf('start')} tabIndex={-1} className="grid scroll-mt-24 gap-4 outline-none">
      <legend className="mb-4">
        <h2 className="text-lg">{t('another')}</h2>
      </legend>
      <FieldError id="plain-start-error">{error}</FieldError>
      <ByDay starts={others} holidays={holidays}>
        {(start) => (
          <Pick
            id={`start-${start.date}-${start.time}`}
            name="start"
            value={valueOf(start)}
            aria-labelledby={`when-${start.date}-${start.time}`}
            aria-describedby={error && 'plain-start-error'}
            className="grid min-h-12 content-center px-2 text-center text-sm font-semibold figures"
          >
            <span id={`when-${start.date}-${start.time}`}>
              <TimeOf start={start} length={length} />
            </span>
          </Pick>
        )}
      </ByDay>
    </fieldset>
  )
}

/** What is booked, when, and the price by the same rule as everywhere. */
function PlainSummary({ service, length, start, tax }: Props) {
  const t = useTranslations('payment.summary')
  const lengths = useTranslations('booking.duration')
  const title = useTranslations('booking.summary')('title')
  const locale = useLocale()
  const taxLabel = useTaxLabel(tax)
  const end = start && hourText(Number(start.time.slice(0, 2)) + hoursPerDay(length))
  return (
    <aside
      aria-labelledby="summary-title"
      className={
        'grid gap-5 rounded-lg border border-line bg-card p-5 lg:sticky ' +
        'lg:top-[calc(var(--spacing-header)+1.5rem)] lg:col-start-2 lg:row-start-1'
      }
    >
      <h2 id="summary-title" className="text-lg">
        {title}
      </h2>
      <PriceLines
        lines={[
          { label: t('service'), value: service.name },
          { label: t('duration'), value: lengths(lengthKey(length), { hours: length.hours }) },
          {
            label: t('when'),
            value: start && `${longDate(start.date, locale)}, ${start.time}–${end}`,
          },
        ]}
        price={sessionPrice(service.rates, length, tax)}
        taxLabel={taxLabel}
      />
    </aside>
  )
}
