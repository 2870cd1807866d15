'use client'
import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { useHoursPreview } from '@/components/admin/closings/preview'
import {
  CheckEntry,
  ChoiceEntry,
  EntryButtons,
  EntryForm,
  LongTextEntry,
  TextEntry,
  translatedFields,
  Translations,
  useEntry,
  useEntryForm,
  useField,
} from '@/components/admin/shared/form'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useDates } from '@/components/dates'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'
import { roomPatch, type AdminRoom } from '@/lib/rooms/schema'
import { FieldError } from '@/components/ui/field-error'
import { EXTRA_METHODS, SETTINGS, type AdminSettings } from '@/lib/settings/schema'
import type { Site } from '@/lib/settings/site'
import {
  isRateUnknown,
  RATES_IN_FORCE,
  TAX_KINDS,
  type TaxKind,
  type TaxSetting,
} from '@/lib/settings/tax'
import type { TransferSetting } from '@/lib/settings/transfer'
import { VISIT_SENTENCES, type VisitSentence, type VisitSetting } from '@/lib/settings/visit'
import { PORTFOLIO_TYPES, WEEKDAYS, type OfficeWeek, type WeekHours } from '@/lib/studio'
import { hourText, utcMidnight } from '@/lib/time'
import { DuitNowTrial } from './duitnow-trial'
import { FieldFold } from './field-fold'
import { FORM_FIELDS, type FormGroup } from './fields'
import { SettingSection } from './section'

const DAY = { dateStyle: 'long', timeZone: 'UTC' } as const

const fieldsOf = (name: FormGroup): readonly string[] =>
  name === 'visit'
    ? [...FORM_FIELDS.visit, ...translatedFields(VISIT_SENTENCES)]
    : FORM_FIELDS[name]

/**
 * Settings that are one form each, and the hours of the room when it is given. `refusals` says what
 * Stripe refused of the ways to pay.
 */
export function SettingGroups({
  room,
  only,
  refusals,
  submit,
  ...settings
}: AdminSettings & {
  /** The room whose hours are set here; `several`: each has its own, set in their list. */
  room?: AdminRoom | 'several' | undefined
  only: readonly FormGroup[]
  refusals?: Elements
  submit: { setting: FormAction; room: FormAction }
}) {
  const t = useTranslations('admin.settings')
  const { site, visit, office, tax, einvoice, lengths, hold, methods, transfer, marketing } =
    settings
  const isShown = (key: FormGroup) => only.includes(key)
  // In one column, what spans two would make a second.
  const wide = only.length > 1 ? 'lg:col-span-2' : ''
  const formOf = (name: FormGroup) => ({
    name,
    version: settings[name].version,
    submit: submit.setting,
  })
  return (
    <div className={cn('grid gap-4', only.length > 1 && 'lg:grid-cols-2')}>
      {isShown('site') && (
        <SettingForm {...formOf('site')} className={wide}>
          <StudioFields site={site} />
        </SettingForm>
      )}
      {isShown('visit') && (
        <SettingForm {...formOf('visit')} className={wide}>
          <VisitFields visit={visit} />
        </SettingForm>
      )}
      {room === 'several' ? (
        <HoursOfRooms />
      ) : (
        room && <HoursForm room={room} submit={submit.room} />
      )}
      {isShown('office') && (
        <SettingForm {...formOf('office')}>
          <OfficeFields office={office} />
        </SettingForm>
      )}
      {isShown('tax') && (
        <SettingForm {...formOf('tax')}>
          <TaxFields tax={tax} />
        </SettingForm>
      )}
      {isShown('einvoice') && (
        <SettingForm {...formOf('einvoice')}>
          <TextEntry
            name="tin"
            label={t('einvoice.tin')}
            hint={t('einvoice.tinHint')}
            defaultValue={einvoice.tin}
          />
          <TextEntry
            name="msic"
            label={t('einvoice.msic')}
            hint={t('einvoice.msicHint')}
            inputMode="numeric"
            limit={5}
            defaultValue={einvoice.msic}
          />
          <TextEntry
            name="activity"
            label={t('einvoice.activity')}
            hint={t('einvoice.activityHint')}
            defaultValue={einvoice.activity}
          />
          <TextEntry
            name="limit"
            label={t('einvoice.limit')}
            hint={t('einvoice.limitHint')}
            required
            inputMode="numeric"
            defaultValue={einvoice.limit}
          />
          <TextEntry
            name="checkedOn"
            type="date"
            label={t('einvoice.checkedOn')}
            required
            defaultValue={einvoice.checkedOn}
          />
        </SettingForm>
      )}
      {isShown('lengths') && (
        <SettingForm {...formOf('lengths')}>
          <CheckEntry
            name="severalHours"
            label={t('lengths.severalHours')}
            defaultChecked={lengths.severalHours}
          />
        </SettingForm>
      )}
      {isShown('hold') && (
        <SettingForm {...formOf('hold')}>
          <TextEntry
            name="minutes"
            label={t('hold.minutes')}
            inputMode="numeric"
            placeholder={String(hold.usual)}
            defaultValue={hold.minutes ?? ''}
          />
        </SettingForm>
      )}
      {isShown('methods') && (
        <SettingForm {...formOf('methods')}>
          <p className="text-sm">{t('methods.card')}</p>
          {EXTRA_METHODS.map((method) => (
            <CheckEntry
              key={method}
              name={method}
              label={t(`methods.${method}`)}
              defaultChecked={methods[method]}
            />
          ))}
          <CheckEntry
            name="wallets"
            label={t('methods.wallets')}
            defaultChecked={methods.wallets}
          />
          <p className="text-xs text-muted">{t('methods.walletsHint')}</p>
          {refusals}
        </SettingForm>
      )}
      {isShown('transfer') && (
        <SettingForm {...formOf('transfer')}>
          <TransferFields transfer={transfer} />
        </SettingForm>
      )}
      {isShown('received') && (
        <SettingForm {...formOf('received')}>
          <TextEntry
            name="withoutProof"
            label={t('received.withoutProof')}
            inputMode="numeric"
            required
            defaultValue={settings.received.withoutProof}
          />
        </SettingForm>
      )}
      {isShown('marketing') && (
        <SettingForm {...formOf('marketing')}>
          <CheckEntry
            name="tierBadges"
            label={t('marketing.tierBadges')}
            defaultChecked={marketing.tierBadges}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextEntry
              name="standard"
              label={t('marketing.standard')}
              inputMode="numeric"
              defaultValue={marketing.discounts.standard ?? 0}
            />
            <TextEntry
              name="premium"
              label={t('marketing.premium')}
              inputMode="numeric"
              defaultValue={marketing.discounts.premium ?? 0}
            />
          </div>
          <CheckEntry
            name="editingStarts"
            label={t('marketing.editingStarts')}
            defaultChecked={marketing.editingStarts}
          />
        </SettingForm>
      )}
      {isShown('notices') && (
        <SettingForm {...formOf('notices')}>
          {FORM_FIELDS.notices.map((name) => (
            <CheckEntry
              key={name}
              name={name}
              label={t(`notices.${name}`)}
              defaultChecked={settings.notices[name]}
            />
          ))}
        </SettingForm>
      )}
      {isShown('counters') && (
        <SettingForm {...formOf('counters')}>
          <div className="grid gap-5 sm:grid-cols-3">
            {PORTFOLIO_TYPES.map((type) => (
              <TextEntry
                key={type}
                name={type}
                label={t(`counters.${type}`)}
                inputMode="numeric"
                defaultValue={settings.counters[type]}
              />
            ))}
          </div>
        </SettingForm>
      )}
    </div>
  )
}

type Props = {
  name: FormGroup
  version: string | null
  submit: FormAction
  className?: string
  children: Elements
}

/** One group of settings with its own button; `children` are its fields. */
function SettingForm({ name, version, submit, className, children }: Props) {
  const [t, form] = [useTranslations('admin.settings'), useTranslations('admin.form')]
  const entry = useEntry({
    action: submit,
    params: { key: name },
    schema: SETTINGS[name].body,
    fields: fieldsOf(name),
    ...(version !== null && { version }),
    saved: t('saved'),
  })
  return (
    <SettingSection
      id={`setting-${name}`}
      title={t(`${name}.title`)}
      hint={t(`${name}.hint`)}
      {...(className && { className })}
    >
      <EntryForm id={`setting-${name}`} entry={entry}>
        {children}
        <EntryButtons pending={entry.pending} save={form('save')} />
      </EntryForm>
    </SettingSection>
  )
}

export const HOURS_FIELDS = [
  'hours.weekday.opens',
  'hours.weekday.closes',
  'hours.weekend.opens',
  'hours.weekend.closes',
]

/** The hours of a room with their own button. */
function HoursForm({ room, submit }: { room: AdminRoom; submit: FormAction }) {
  const [t, form] = [useTranslations('admin.settings'), useTranslations('admin.form')]
  const inside = useHoursPreview(room)
  const entry = useEntry({
    action: submit,
    params: { id: String(room.id) },
    schema: roomPatch,
    fields: HOURS_FIELDS,
    before: inside.before,
    version: room.updatedAt,
    saved: t('saved'),
  })
  return (
    <SettingSection id="setting-hours" title={t('hours.title')} hint={t('hours.hint')}>
      <EntryForm entry={entry}>
        <HoursFields hours={room.hours} at="hours." />
        {inside.part}
        <EntryButtons pending={entry.pending} save={inside.save ?? form('save')} />
      </EntryForm>
    </SettingSection>
  )
}

function HoursOfRooms() {
  const t = useTranslations('admin.settings.hours')
  return (
    <SettingSection id="setting-hours" title={t('title')} hint={t('ofRooms')}>
      <a
        href="#setting-rooms"
        className="inline-flex min-h-11 items-center justify-self-start font-medium underline underline-offset-4"
      >
        {t('toRooms')}
      </a>
    </SettingSection>
  )
}

const from = (first: number) =>
  Array.from({ length: 24 }, (_, i) => [String(first + i), hourText(first + i)] as const)
const OPENS = from(0)
const CLOSES = from(1)

/** Opening and closing times, on working days and on all others; field names begin with `at`. */
export function HoursFields({ hours, at = '' }: { hours: WeekHours; at?: string }) {
  const t = useTranslations('admin.settings.hours')
  return (['weekday', 'weekend'] as const).map((days) => (
    <fieldset key={days} className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{t(days)}</legend>
      <div className="grid grid-cols-2 gap-4 sm:gap-5">
        <ChoiceEntry
          name={`${at}${days}.opens`}
          label={t('opens')}
          options={OPENS}
          defaultValue={hours[days].opens}
        />
        <ChoiceEntry
          name={`${at}${days}.closes`}
          label={t('closes')}
          options={CLOSES}
          defaultValue={hours[days].closes}
        />
      </div>
    </fieldset>
  ))
}

/** Weekdays of which at least one is chosen, and the hour by which edits are due on them. */
function OfficeFields({ office }: { office: OfficeWeek }) {
  const t = useTranslations('admin.settings.office')
  const [first] = WEEKDAYS
  const { id, error } = useField(first)
  return (
    <>
      <fieldset className="min-w-0" aria-describedby={error && `${id}-error`}>
        <legend className="mb-2 text-sm font-semibold">{t('days')}</legend>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {WEEKDAYS.map((day) => (
            <CheckEntry
              key={day}
              name={day}
              label={t(day)}
              defaultChecked={office[day]}
              clears={first}
            />
          ))}
        </div>
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </fieldset>
      <ChoiceEntry
        name="dueHour"
        label={t('dueHour')}
        options={CLOSES}
        defaultValue={office.dueHour}
      />
    </>
  )
}

/** The account to which customers transfer money, and how long they have for it. */
function TransferFields({ transfer }: { transfer: TransferSetting }) {
  const t = useTranslations('admin.settings.transfer')
  return (
    <>
      <TextEntry name="bank" label={t('bank')} limit={60} defaultValue={transfer.bank} />
      <TextEntry name="holder" label={t('holder')} limit={120} defaultValue={transfer.holder} />
      <TextEntry
        name="number"
        label={t('number')}
        inputMode="numeric"
        limit={40}
        defaultValue={transfer.number}
      />
      <LongTextEntry
        name="duitnow"
        label={t('duitnow')}
        hint={t('duitnowHint')}
        rows={3}
        limit={512}
        defaultValue={transfer.duitnow}
      />
      <DuitNowTrial transfer={transfer} />
      <TextEntry
        name="hours"
        label={t('hours')}
        hint={t('hoursHint')}
        inputMode="numeric"
        limit={2}
        defaultValue={transfer.hours}
      />
    </>
  )
}

const percent = (basisPoints: number) => String(basisPoints / 100)

/**
 * What is added to prices, with a warning while the typed rate is not in force: visitors should not
 * be charged a tax that does not exist.
 */
function TaxFields({ tax }: { tax: TaxSetting }) {
  const t = useTranslations('admin.settings.tax')
  const format = useDates()
  const typed = useWatch({ control: useEntryForm().form.control })
  const kind = (typed.kind ?? tax.kind) as TaxKind
  const rate = Number(typed.rate ?? tax.basisPoints / 100)
  const isUnknown = isRateUnknown({ kind, basisPoints: Math.round(rate * 100) })
  return (
    <>
      <ChoiceEntry
        name="kind"
        label={t('kind')}
        options={TAX_KINDS.map((key) => [key, t(`kinds.${key}`)])}
        defaultValue={tax.kind}
      />
      {kind !== 'none' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextEntry
            name="rate"
            label={t('rate')}
            required
            inputMode="decimal"
            defaultValue={tax.basisPoints / 100}
          />
          <TextEntry
            name="label"
            label={t('label')}
            hint={t('labelHint')}
            defaultValue={tax.label}
          />
        </div>
      )}
      {isUnknown && (
        <Alert role="status">
          <AlertDescription className="text-fg">
            {t('unknownRate', {
              serviceTax: percent(RATES_IN_FORCE.serviceTax),
              rental: percent(RATES_IN_FORCE.rental),
              date: format.dateTime(utcMidnight(RATES_IN_FORCE.asOf), DAY),
            })}
          </AlertDescription>
        </Alert>
      )}
      <TextEntry
        name="registration"
        label={t('registration')}
        hint={t('registrationHint')}
        defaultValue={tax.registration}
      />
    </>
  )
}

const hintOf = (key: VisitSentence) =>
  key === 'fridayPrayers' || key === 'ramadan' ? (`${key}Hint` as const) : null

/** Information for visitors on their way to the studio: one sentence each. */
function VisitFields({ visit }: { visit: VisitSetting }) {
  const t = useTranslations('admin.settings.visit')
  return (
    <>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        {VISIT_SENTENCES.map((key) => {
          const hint = hintOf(key)
          return (
            <LongTextEntry
              key={key}
              name={key}
              label={t(key)}
              hint={hint && t(hint)}
              rows={2}
              defaultValue={visit[key]}
            />
          )
        })}
        <TextEntry
          name="heightLimit"
          label={t('heightLimit')}
          hint={t('heightLimitHint')}
          defaultValue={visit.heightLimit}
        />
      </div>
      <Translations>
        {(locale) =>
          VISIT_SENTENCES.map((key) => (
            <LongTextEntry
              key={key}
              name={`translations.${locale}.${key}`}
              label={t(key)}
              rows={2}
              defaultValue={visit.translations[locale]?.[key] ?? ''}
            />
          ))
        }
      </Translations>
    </>
  )
}

const SITE_GRID = 'grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-3'

/** The fields of the studio that are seldom changed. */
const SITE_FOLDS = {
  contact: ['email', 'phone', 'whatsapp'],
  address: [
    ...['unit', 'street', 'city', 'country', 'levels'],
    ...['latitude', 'longitude', 'directions'],
  ],
  more: ['investment', 'video', 'photos'],
} as const satisfies Record<string, readonly (typeof FORM_FIELDS.site)[number][]>

/** The studio's identity, contact details and location, as fields of one form. */
function StudioFields({ site: { address, parking, geo, ...site } }: { site: Site }) {
  const t = useTranslations('admin.settings.site')
  const field = (
    name: Parameters<typeof t>[0],
    value: string | number,
    more: Partial<Parameters<typeof TextEntry>[0]> = {},
  ) => <TextEntry name={name} label={t(name)} required defaultValue={value} {...more} />
  const fold = (group: keyof typeof SITE_FOLDS, fields: Elements) => (
    <FieldFold
      title={t(`folds.${group}`)}
      about={SITE_FOLDS[group].map((name) => t(name)).join(' · ')}
      names={SITE_FOLDS[group]}
    >
      <div className={SITE_GRID}>{fields}</div>
    </FieldFold>
  )
  return (
    <div className="grid gap-4">
      <div className={SITE_GRID}>
        {field('name', site.name)}
        {field('legalName', site.legalName)}
        {field('registration', site.registration, { required: false })}
      </div>
      {fold(
        'contact',
        <>
          {field('email', site.email, { type: 'email' })}
          {field('phone', site.phone, { type: 'tel' })}
          {field('whatsapp', site.whatsapp, { inputMode: 'numeric', hint: t('whatsappHint') })}
        </>,
      )}
      {fold(
        'address',
        <>
          {field('unit', address.unit)}
          {field('street', address.street)}
          {field('city', address.city)}
          {field('country', address.country)}
          {field('levels', parking.levels)}
          {field('latitude', geo.latitude)}
          {field('longitude', geo.longitude)}
          {field('directions', site.directions, { type: 'url' })}
        </>,
      )}
      {fold(
        'more',
        <>
          {field('investment', site.investment)}
          {field('video', site.video, { type: 'url', required: false })}
          {field('photos', site.photos, { type: 'url', required: false })}
        </>,
      )}
    </div>
  )
}
