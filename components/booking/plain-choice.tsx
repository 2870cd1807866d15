import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { FormerRate, TaxedRate } from '@/components/checkout/tax'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import {
  HORIZON_DAYS,
  hoursPerDay,
  type Length,
  lengthOf,
  MOST_HOURS,
  WEEK_PARTS,
} from '@/lib/availability/rules'
import type { ClosedDay, StartTime } from '@/lib/availability/schema'
import { basePrice, cheaperLength, offeredDurations, plainPath } from '@/lib/bookings/rules'
import type { PlainChoice } from '@/lib/bookings/schema'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import type { TaxSetting } from '@/lib/settings/tax'
import { addDays, hourText, longDate } from '@/lib/time'
import { ServiceIcon } from './service-icon'
import { cheaperValues, closedSentence, type HolidayOption, type ServiceOption } from './options'
import { Step } from './step'

// Booking without script: the choices are in the address, and every choice is a link.

type Props = {
  choice: PlainChoice
  services: ServiceOption[]
  /** Whether an hourly booking may have more than one hour. */
  severalHours: boolean
  tax: TaxSetting
  holidays: HolidayOption[]
  /** The day to search from, when the studio is closed on it. */
  closed: ClosedDay | undefined
  /** The next free times; empty while no service is chosen. */
  starts: StartTime[]
  /** The studio's date. */
  today: string
}

/** Service, length, part of the week and time, one after the other. */
export function PlainSteps(props: Props) {
  const { choice, services, severalHours, tax, holidays, closed, starts, today } = props
  const service = services.find(({ id }) => id === choice.service)
  return (
    <div className="grid gap-x-10 gap-y-12 lg:grid-cols-2">
      <ServiceLinks choice={choice} services={services} tax={tax} />
      {service && (
        <div className="grid min-w-0 content-start gap-12">
          <LengthLinks choice={choice} service={service} severalHours={severalHours} tax={tax} />
          <DayLinks choice={choice} service={service} today={today} />
          <TimeLinks choice={choice} holidays={holidays} closed={closed} starts={starts} />
        </div>
      )}
    </div>
  )
}

/** The address of the choice with these changes, at the step that follows. */
function useChoiceLink(choice: PlainChoice) {
  const locale = toLocale(useLocale())
  return (changes: Partial<PlainChoice>, step: string) =>
    pathIn(
      locale,
      `${plainPath('choose', { ...choice, ...changes, form: undefined })}#step-${step}`,
    )
}

type ChooseProps = { href: string; chosen: boolean; className?: string; children: ReactNode }

/** A link that covers its whole card, and looks like the radio cards of the page with script. */
const Choose = ({ href, chosen, className, children }: ChooseProps) => (
  <Link
    href={href}
    prefetch={false}
    aria-current={chosen || undefined}
    className={cn(
      'block rounded-lg border border-line bg-raised transition-colors hover:border-edge',
      'aria-[current]:border-tungsten aria-[current]:bg-tungsten/8 ' +
        'aria-[current]:inset-ring aria-[current]:inset-ring-tungsten',
      className,
    )}
  >
    {children}
  </Link>
)

function ServiceLinks({ choice, services, tax }: Pick<Props, 'choice' | 'services' | 'tax'>) {
  const t = useTranslations('booking.service')
  const linkTo = useChoiceLink(choice)
  const chosen = services.find(({ id }) => id === choice.service)
  return (
    <Step id="service" number={1} title={t('title')} done={chosen !== undefined}>
      <ul className="grid gap-2">
        {services.map(({ id, name, description, icon, rates, formerHourly }) => (
          <li key={id}>
            <Choose
              href={linkTo({ service: id }, 'duration')}
              chosen={id === choice.service}
              className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3.5 gap-y-1 p-3"
            >
              <span className="grid size-10 place-items-center rounded-md bg-card text-muted">
                <ServiceIcon icon={icon} className="size-5" />
              </span>
              <span className="min-w-0 font-semibold">{name}</span>
              <span className="max-w-28 text-right text-xs text-muted">
                <FormerRate sen={formerHourly} />
                <span key={rates.hourly}>
                  {t.rich('perHour', {
                    rate: formatRM(rates.hourly),
                    strong: (text) => (
                      <strong className="block text-sm font-semibold text-tungsten figures">
                        {text}
                      </strong>
                    ),
                  })}
                </span>
                <TaxedRate sen={rates.hourly} tax={tax} />
              </span>
              {id === choice.service && (
                <span className="col-span-2 col-start-2 text-xs text-muted">{description}</span>
              )}
            </Choose>
          </li>
        ))}
      </ul>
    </Step>
  )
}

type LengthLinksProps = Pick<Props, 'choice' | 'severalHours' | 'tax'> & { service: ServiceOption }

function LengthLinks({ choice, service, severalHours, tax }: LengthLinksProps) {
  const t = useTranslations('booking.duration')
  const linkTo = useChoiceLink(choice)
  const lengths = offeredDurations(service.rates).map((duration) =>
    lengthOf({ duration, hours: duration === 'hourly' ? choice.hours : 1 }),
  )
  const cheaper = cheaperLength(service.rates, choice)
  return (
    <Step id="duration" number={2} title={t('title')} done>
      <ul className="grid grid-cols-3 gap-2">
        {lengths.map((length) => (
          <li key={length.duration}>
            <Choose
              href={linkTo({ ...length, time: undefined }, 'when')}
              chosen={length.duration === choice.duration}
              className="h-full px-2.5 py-3 sm:px-3"
            >
              <span className="block text-sm font-semibold">{t(length.duration)}</span>
              <span className="block text-xs text-muted figures">
                <span>{t('hours', { hours: hoursPerDay(length) })}</span>
                <span className="block font-semibold tracking-tight text-fg">
                  {formatRM(basePrice(service.rates, length))}
                </span>
                <TaxedRate sen={basePrice(service.rates, length)} tax={tax} />
              </span>
            </Choose>
          </li>
        ))}
      </ul>
      {severalHours && choice.duration === 'hourly' && (
        <div className="grid gap-2">
          <h3 id="plain-hours" className="font-sans text-sm font-semibold tracking-normal">
            {t('howMany')}
          </h3>
          <ul aria-labelledby="plain-hours" className="grid grid-cols-8 gap-1.5">
            {Array.from({ length: MOST_HOURS }, (_, at) => at + 1).map((hours) => (
              <li key={hours}>
                <Choose
                  href={linkTo({ hours, time: undefined }, 'duration')}
                  chosen={hours === choice.hours}
                  className="grid min-h-11 place-items-center text-sm font-semibold figures"
                >
                  <span aria-hidden="true">{hours}</span>
                  <span className="sr-only">{t('hours', { hours })}</span>
                </Choose>
              </li>
            ))}
          </ul>
          {cheaper && (
            <p className="text-sm">
              <span>{t('cheaper', cheaperValues(choice.hours, cheaper))}</span>{' '}
              <Link
                href={linkTo({ duration: cheaper.duration, hours: 1, time: undefined }, 'when')}
                prefetch={false}
                className="text-tungsten underline underline-offset-4"
              >
                {t('switch', cheaperValues(choice.hours, cheaper))}
              </Link>
            </p>
          )}
          {choice.hours > 1 && <p className="text-xs text-muted">{t('oneSession')}</p>}
        </div>
      )}
    </Step>
  )
}

function DayLinks({
  choice,
  service,
  today,
}: Pick<Props, 'choice' | 'today'> & { service: ServiceOption }) {
  const t = useTranslations('plainBooking.when')
  const zone = useTranslations('booking.date')('zone')
  const locale = toLocale(useLocale())
  const linkTo = useChoiceLink(choice)
  const isHalfDay = choice.duration === 'half-day'
  return (
    <Step id="when" number={3} title={t('title')} done hint={zone}>
      <ul aria-label={t('label')} className="flex flex-wrap gap-2">
        {WEEK_PARTS.map((when) => (
          <li key={when}>
            <Chip href={linkTo({ when, time: undefined }, 'time')} chosen={when === choice.when}>
              {t(when)}
            </Chip>
          </li>
        ))}
        {offeredDurations(service.rates).includes('half-day') && (
          <li>
            <Chip
              href={linkTo(
                { duration: isHalfDay ? 'hourly' : 'half-day', hours: 1, time: undefined },
                'time',
              )}
              chosen={isHalfDay}
            >
              {t('half-days')}
            </Chip>
          </li>
        )}
      </ul>
      <form
        method="get"
        action={pathIn(locale, `${plainPath('choose', {})}#step-time`)}
        className="flex flex-wrap items-end gap-3"
      >
        <input type="hidden" name="service" value={service.id} />
        <input type="hidden" name="duration" value={choice.duration} />
        <input type="hidden" name="hours" value={choice.hours} />
        <input type="hidden" name="when" value={choice.when} />
        <Field id="plain-date" label={t('from')} className="min-w-44 flex-1 sm:flex-none">
          <Input
            type="date"
            name="date"
            min={today}
            max={addDays(today, HORIZON_DAYS.public)}
            defaultValue={choice.date ?? today}
            // When the picker's own button has the focus, the browser draws no ring around the
            // field.
            className="figures focus-within:outline-2 focus-within:outline-tungsten"
          />
        </Field>
        <button type="submit" className={buttonVariants({ variant: 'outline', className: 'h-12' })}>
          {t('show')}
        </button>
      </form>
    </Step>
  )
}

const Chip = (props: Omit<ChooseProps, 'className'>) => (
  <Choose {...props} className="flex min-h-11 items-center rounded-full px-4 text-sm font-medium" />
)

function TimeLinks({
  choice,
  holidays,
  closed,
  starts,
}: Pick<Props, 'choice' | 'holidays' | 'closed' | 'starts'>) {
  const [t, time] = [useTranslations('plainBooking.times'), useTranslations('booking.time')]
  const locale = toLocale(useLocale())
  const linkTo = useChoiceLink(choice)
  const last = starts.at(-1)
  const isLookingOn = choice.date !== undefined
  return (
    <Step id="time" number={4} title={t('title')} done={false}>
      {closed && !choice.time && (
        <Alert>
          <AlertTitle>{closedSentence(time, closed.reason)}</AlertTitle>
        </Alert>
      )}
      {starts.length === 0 && (
        <Alert>
          <AlertTitle>{t('none')}</AlertTitle>
          <AlertDescription>{t('noneNote')}</AlertDescription>
        </Alert>
      )}
      <ByDay starts={starts} holidays={holidays}>
        {(start) => (
          <Choose
            href={pathIn(locale, plainPath('details', { ...choice, ...start, form: undefined }))}
            chosen={false}
            className="grid min-h-12 content-center px-2 text-center text-sm font-semibold figures"
          >
            <TimeOf start={start} length={choice} />
          </Choose>
        )}
      </ByDay>
      {(last || isLookingOn) && (
        <nav aria-label={t('title')} className="flex flex-wrap gap-3">
          {isLookingOn && (
            <Link
              href={linkTo({ date: undefined, time: undefined }, 'time')}
              prefetch={false}
              className={buttonVariants({ variant: 'ghost' })}
            >
              {t('today')}
            </Link>
          )}
          {last && (
            <Link
              href={linkTo(last, 'time')}
              prefetch={false}
              className={buttonVariants({ variant: 'outline' })}
            >
              {t('later')}
            </Link>
          )}
        </nav>
      )}
    </Step>
  )
}

type ByDayProps = Pick<Props, 'starts' | 'holidays'> & { children: (start: StartTime) => ReactNode }

/** Start times under their days, with the names of holidays. */
export function ByDay({ starts, holidays, children }: ByDayProps) {
  const locale = useLocale()
  const days = [...new Set(starts.map(({ date }) => date))]
  return (
    <div className="grid gap-5">
      {days.map((date) => (
        <section key={date} aria-labelledby={`day-${date}`} className="grid gap-2">
          <h3
            id={`day-${date}`}
            className="font-sans text-sm font-semibold tracking-normal figures"
          >
            <span>{longDate(date, locale)}</span>
            {holidays
              .filter((holiday) => holiday.date === date)
              .map(({ name }) => (
                <span key={name} className="ml-2 text-xs font-normal text-muted">
                  {name}
                </span>
              ))}
          </h3>
          <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-4">
            {starts
              .filter((start) => start.date === date)
              .map((start) => (
                <li key={start.time}>{children(start)}</li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** "09:00–13:00", and for screen readers the day as well: several days have the same times. */
export function TimeOf({ start, length }: { start: StartTime; length: Length }) {
  const t = useTranslations('plainBooking.times')
  const to = hourText(Number(start.time.slice(0, 2)) + hoursPerDay(length))
  const date = longDate(start.date, useLocale())
  return (
    <>
      <span aria-hidden="true">{`${start.time}–${to}`}</span>
      <span className="sr-only">{t('start', { date, from: start.time, to })}</span>
    </>
  )
}
