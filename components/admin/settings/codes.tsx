'use client'
import { Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { Link } from '@/components/admin/frame/link'
import {
  CheckEntry,
  ChoiceEntry,
  EditorDialog,
  EditorForm,
  TextEntry,
  useEntryForm,
} from '@/components/admin/shared/form'
import { AndMore } from '@/components/admin/shared/and-more'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useSave } from '@/components/admin/shared/use-save'
import { useDates } from '@/components/dates'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DURATIONS } from '@/lib/availability/rules'
import { codeBody, type AdminCode } from '@/lib/codes/schema'
import { formatRM } from '@/lib/money'
import { senIn } from '@/lib/text'
import { hourText, utcMidnight } from '@/lib/time'
import { SettingSection } from './section'

const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
// A Sunday, from which the names of the weekdays are counted.
const SUNDAY = '2026-11-01'
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const

type Service = { id: number; name: string }
type Props = {
  codes: readonly AdminCode[]
  services: readonly Service[]
  /** The address of a booking, without its number. */
  bookings: string
  submit: FormAction
}

const useWeekday = () => {
  const format = useDates()
  return (day: number) =>
    format.dateTime(new Date(+utcMidnight(SUNDAY) + day * 86_400_000), {
      weekday: 'short',
      timeZone: 'UTC',
    })
}

/** Codes for a lower price: made, stopped, and who has used them. */
export function Codes({ codes, services, bookings, submit }: Props) {
  const t = useTranslations('admin.settings.codes')
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingSection
      id="setting-codes"
      title={t('title')}
      hint={t('hint')}
      action={
        <Button variant="outline" onClick={() => setOpen(true)}>
          <Plus aria-hidden="true" />
          {t('add')}
        </Button>
      }
    >
      {codes.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {codes.map((code) => (
            <CodeRow key={code.id} code={code} services={services} bookings={bookings} />
          ))}
        </ul>
      )}
      {isOpen && (
        <EditorDialog title={t('add')} close={() => setOpen(false)}>
          <CodeEditor services={services} submit={submit} />
        </EditorDialog>
      )}
    </SettingSection>
  )
}

function CodeRow({
  code,
  services,
  bookings,
}: Pick<Props, 'services' | 'bookings'> & { code: AdminCode }) {
  const t = useTranslations('admin.settings.codes')
  const { send, refresh, pending, succeeded } = useSave()
  const terms = useTerms(services)
  const stop = async () => {
    const answer = await send('DELETE', `/api/admin/codes/${code.id}`)
    if (answer.ok) succeeded(t('stopped', { code: code.code }))
    refresh()
  }
  return (
    <li className="grid gap-1 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="grid min-w-0 grow basis-56 gap-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
            <span className="font-semibold">{code.code}</span>
            <span>{code.name}</span>
            <Badge variant={code.state === 'going' ? 'success' : 'secondary'}>
              {t(`states.${code.state}`)}
            </Badge>
          </p>
          <p className="text-muted wrap-anywhere">{terms(code)}</p>
        </div>
        {code.state !== 'stopped' && (
          <Button
            variant="ghost"
            pending={pending}
            aria-label={t('stopOf', { code: code.code })}
            onClick={() => void stop()}
          >
            {t('stop')}
          </Button>
        )}
      </div>
      {code.bookings.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5">
            {t('uses', { count: code.uses })}
          </summary>
          <ul className="grid">
            {code.bookings.map(({ id, client, date, time }) => (
              <li key={id}>
                <Link
                  href={`${bookings}/${id}`}
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  {`#${id} · ${client} · ${date} ${time}`}
                </Link>
              </li>
            ))}
          </ul>
          <AndMore count={code.uses - code.bookings.length} />
        </details>
      )}
    </li>
  )
}

/** What a code takes off, and when and for what it holds, in one line. */
function useTerms(services: readonly Service[]) {
  const t = useTranslations('admin.settings.codes')
  const lengths = useTranslations('admin.durations')
  const format = useDates()
  const weekday = useWeekday()
  const day = (date: string) => format.dateTime(utcMidnight(date), DAY)
  return (code: AdminCode) => {
    const { firstDay, lastDay, fromHour, toHour, maxUses } = code
    return [
      code.percent === null
        ? t('offAmount', { amount: formatRM(code.amountSen ?? 0) })
        : t('offPercent', { percent: code.percent }),
      firstDay && t('fromDay', { day: day(firstDay) }),
      lastDay && t('untilDay', { day: day(lastDay) }),
      services
        .filter(({ id }) => code.serviceIds.includes(id))
        .map(({ name }) => name)
        .join(', '),
      DURATIONS.filter((one) => code.durations.includes(one))
        .map((one) => (one === 'hourly' ? t('byHour') : lengths(one)))
        .join(', '),
      WEEKDAYS.filter((one) => code.weekdays.includes(one))
        .map(weekday)
        .join(', '),
      fromHour !== null && toHour !== null && `${hourText(fromHour)}–${hourText(toHour)}`,
      code.onceEach && t('onceEach'),
      maxUses === null
        ? t('uses', { count: code.uses })
        : t('usesOf', { count: code.uses, most: maxUses }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

const FIELDS = [
  ...['code', 'name', 'kind', 'percent', 'amount', 'firstDay', 'lastDay', 'maxUses', 'onceEach'],
  ...['serviceIds', 'durations', 'weekdays', 'fromHour', 'toHour'],
]
const AMOUNT_FIELDS: Record<string, string> = { amountSen: 'amount' }

const ticked = (boxes: unknown): string[] =>
  Object.entries((boxes ?? {}) as Record<string, unknown>).flatMap(([key, is]) =>
    is ? [key.slice(1)] : [],
  )
const figure = (typed: unknown): number | string | null =>
  typed === '' || typed === undefined ? null : Number.isNaN(Number(typed)) ? '?' : Number(typed)

/** What the form sends: a hidden field may still hold what was typed before. */
const codeOf = ({ kind, percent, amount, ...typed }: FieldValues) => ({
  ...{ code: typed.code, name: typed.name, firstDay: typed.firstDay, lastDay: typed.lastDay },
  percent: kind === 'amount' ? null : (figure(percent) ?? '?'),
  amountSen: kind === 'amount' ? (senIn(String(amount ?? '')) ?? '?') : null,
  maxUses: figure(typed.maxUses),
  onceEach: Boolean(typed.onceEach),
  serviceIds: ticked(typed.services).map(Number),
  durations: ticked(typed.lengths),
  weekdays: ticked(typed.days).map(Number),
  fromHour: figure(typed.fromHour),
  toHour: figure(typed.toHour),
})

type EditorProps = { services: readonly Service[]; submit: FormAction }

function CodeEditor({ services, submit }: EditorProps) {
  const t = useTranslations('admin.settings.codes')
  const lengths = useTranslations('admin.durations')
  const weekday = useWeekday()
  const hours = (from: number) =>
    Array.from({ length: 24 }, (_, at) => at + from).map(
      (hour) => [String(hour), hourText(hour)] as const,
    )
  return (
    <EditorForm
      action={submit}
      schema={codeBody}
      fields={FIELDS}
      body={codeOf}
      shownAt={(part) => AMOUNT_FIELDS[part] ?? part}
      saved={t('made')}
      save={t('save')}
    >
      <TextEntry name="code" label={t('code')} hint={t('codeHint')} required limit={24} />
      <TextEntry name="name" label={t('name')} hint={t('nameHint')} required limit={60} />
      <Off />
      <div className="dates items-start">
        <TextEntry name="firstDay" type="date" label={t('firstDay')} clears="lastDay" />
        <TextEntry name="lastDay" type="date" label={t('lastDay')} />
      </div>
      <TextEntry name="maxUses" inputMode="numeric" label={t('maxUses')} hint={t('noLimit')} />
      <CheckEntry name="onceEach" label={t('onceEachLong')} />
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-medium">
          {t('only')}
        </summary>
        <div className="grid gap-4">
          <Boxes
            name="services"
            legend={t('services')}
            boxes={services.map(({ id, name }) => [String(id), name])}
          />
          <Boxes
            name="lengths"
            legend={t('lengths')}
            boxes={DURATIONS.map((one) => [one, one === 'hourly' ? t('byHour') : lengths(one)])}
          />
          <Boxes
            name="days"
            legend={t('days')}
            boxes={WEEKDAYS.map((one) => [String(one), weekday(one)])}
          />
          <div className="grid grid-cols-2 items-start gap-3">
            <ChoiceEntry
              name="fromHour"
              label={t('fromHour')}
              empty={t('any')}
              options={hours(0)}
              clears="toHour"
            />
            <ChoiceEntry name="toHour" label={t('toHour')} empty={t('any')} options={hours(1)} />
          </div>
        </div>
      </details>
    </EditorForm>
  )
}

/** Percent, or an amount. */
function Off() {
  const t = useTranslations('admin.settings.codes')
  const kind = useWatch({ control: useEntryForm().form.control, name: 'kind' }) as unknown
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <ChoiceEntry
        name="kind"
        label={t('off')}
        options={(['percent', 'amount'] as const).map((one) => [one, t(`kinds.${one}`)] as const)}
      />
      {kind === 'amount' ? (
        <TextEntry name="amount" inputMode="decimal" label={t('amount')} required />
      ) : (
        <TextEntry name="percent" inputMode="numeric" label={t('percent')} required />
      )}
    </div>
  )
}

type BoxesProps = { name: string; legend: string; boxes: readonly (readonly [string, string])[] }

/** None ticked: all. */
const Boxes = ({ name, legend, boxes }: BoxesProps) => (
  <fieldset className="grid gap-1 sm:grid-cols-2">
    <legend className="text-sm font-medium">{legend}</legend>
    {boxes.map(([key, label]) => (
      <CheckEntry key={key} name={`${name}.x${key}`} label={label} />
    ))}
  </fieldset>
)
