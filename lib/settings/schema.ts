import * as z from 'zod/mini'
import {
  MOST_MARKS,
  MOST_MEMBERS,
  NO_RATING,
  type ClientMark,
  type Rating,
  type TeamMember,
} from '@/lib/settings/proof'
import { isDuitNow } from '@/lib/settings/duitnow'
import { DEFAULT_REPLIES, MOST_REPLIES, type QuickReply } from '@/lib/settings/replies'
import { DEFAULT_SITE, type Site } from '@/lib/settings/site'
import { DEFAULT_TAX, labelOf, TAX_KINDS, type TaxSetting } from '@/lib/settings/tax'
import { MOST_TRANSFER_HOURS, NO_TRANSFER, type TransferSetting } from '@/lib/settings/transfer'
import { NO_VOICES, VOICE_KINDS, type Voices } from '@/lib/settings/voices'
import {
  NO_VISIT_FACTS,
  VISIT_SENTENCES,
  type VisitSentence,
  type VisitSetting,
} from '@/lib/settings/visit'
import {
  DEFAULT_MARKETING,
  DEFAULT_OFFICE_WEEK,
  PORTFOLIO_OFFSETS,
  WEEKDAYS,
  type Marketing,
  type OfficeWeek,
  type PortfolioType,
  type Season,
  type Weekday,
} from '@/lib/studio'
import type { TranslatedLocale } from '@/lib/i18n/routing'
import { translated } from '@/lib/i18n/schema'
import { LIMITS } from '@/lib/limits'
import { isPhone, ordinary, phoneAbroad } from '@/lib/ordinary'
import { PEAKS_TEXT, SOUND_PATH } from '@/lib/uploads/rules'
import {
  email,
  text,
  textLine,
  requiredCode,
  plainLine,
  shortCode,
  tin,
  url,
  version,
  date,
} from '@/lib/text'

/** Without the commas between thousands and the sign of a percentage. */
const figureIn = (typed: string): string =>
  ordinary(typed)
    .replace(/(?<=^[\d,]{1,12}),(?=\d{3}(?:,|\.|$))/g, '')
    .replace(/ ?%$/, '')

/** A number from a form field between two bounds, with at most `decimals` places. */
const figure = (min: number, max: number, decimals = 0) => {
  const shape = decimals > 0 ? new RegExp(`^\\d{1,9}(\\.\\d{1,${decimals}})?$`) : /^\d{1,9}$/
  return z.pipe(
    z
      .union([z.number(), z.string().check(z.overwrite(figureIn))], { error: 'figure' })
      .check(
        z.refine(
          (value) => shape.test(String(value)) && Number(value) >= min && Number(value) <= max,
          { error: 'figure' },
        ),
      ),
    z.transform((value: string | number): number => Number(value)),
  )
}
const flag = () => z.boolean({ error: 'choice' })

/**
 * In percent, added to every price: 0 to 30 with two places; bookings keep the rate they were made
 * at (docs/decisions/020 D2). For `none`, a rate and a label typed before are ignored.
 */
const tax = z.pipe(
  z.transform((body: unknown) =>
    typeof body === 'object' && body !== null && 'kind' in body && body.kind === 'none'
      ? { ...body, rate: 0, label: '' }
      : body,
  ),
  z.pipe(
    z.object({
      kind: z._default(z.enum(TAX_KINDS, { error: 'choice' }), 'tax'),
      rate: figure(0, 30, 2),
      label: plainLine(20),
      // Empty: receipts show no registration.
      registration: z._default(plainLine(40), ''),
      version: version(),
    }),
    z.transform(({ kind, rate, label, registration, version }) => {
      const basisPoints = Math.round(rate * 100)
      const value: TaxSetting = { kind, basisPoints, label: labelOf(kind, label), registration }
      return { value, version }
    }),
  ),
)

/** From which turnover of a year e-invoices are compulsory, in whole ringgit, as last checked. */
const E_INVOICES_FROM = { limit: 3_000_000, checkedOn: '2026-11-01' }

/** Of the seller (docs/decisions/030); each may be empty. MSIC lists what businesses do. */
const einvoice = z.pipe(
  z.object({
    tin: tin(),
    msic: shortCode(5).check(
      z.refine((value) => value === '' || /^\d{5}$/.test(value), { error: 'msic' }),
    ),
    activity: plainLine(300),
    limit: z._default(figure(1, 100_000_000), E_INVOICES_FROM.limit),
    checkedOn: z._default(date(), E_INVOICES_FROM.checkedOn),
    version: version(),
  }),
  z.transform(({ version, ...value }) => ({ value, version })),
)
export type EInvoiceSetting = Record<'tin' | 'msic' | 'activity', string> & typeof E_INVOICES_FROM

/** docs/decisions/020 B2. */
const lengths = z.pipe(
  z.object({ severalHours: flag(), version: version() }),
  z.transform(({ severalHours, version }) => ({ value: { severalHours }, version })),
)

/** Minutes a slot is held while its visitor pays; empty: HOLD_MINUTES of the environment. */
const hold = z.pipe(
  z.object({
    minutes: z.union(
      [
        z.pipe(
          z.literal(''),
          z.transform(() => null),
        ),
        z.null(),
        figure(3, 120),
      ],
      { error: 'figure' },
    ),
    version: version(),
  }),
  z.transform(({ minutes, version }) => ({ value: { minutes }, version })),
)

/** Payment methods besides cards, which are always offered (docs/decisions/032). */
export const EXTRA_METHODS = ['fpx', 'grabpay'] as const
export type ExtraMethod = (typeof EXTRA_METHODS)[number]
export type PaymentMethod = 'card' | ExtraMethod

const methods = z.pipe(
  z.object({
    fpx: flag(),
    grabpay: flag(),
    wallets: z._default(flag(), false),
    version: version(),
  }),
  z.transform(({ version, ...value }) => ({ value, version })),
)

/** Off until bank, holder and number are set (docs/decisions/041). */
const transfer = z.pipe(
  z.object({
    bank: plainLine(60),
    holder: plainLine(120),
    number: shortCode(40).check(
      z.refine((value) => /^(?:\d[\d -]{3,38}\d)?$/.test(value), { error: 'account_number' }),
    ),
    duitnow: z.string({ error: 'text' }).check(
      z.trim(),
      z.refine((value) => value === '' || isDuitNow(value), { error: 'duitnow' }),
    ),
    askable: z._default(z.string({ error: 'text' }).check(z.trim(), z.maxLength(512)), ''),
    hours: figure(1, MOST_TRANSFER_HOURS),
    version: version(),
  }),
  z.transform(({ version, askable, ...value }) => ({
    // Another QR has not been tried.
    value: { ...value, askable: askable === value.duitnow ? askable : '' },
    version,
  })),
)

const received = z.pipe(
  z.object({ withoutProof: figure(0, 100_000), version: version() }),
  z.transform(({ version, ...value }) => ({ value, version })),
)

/** Never used in a calculation (docs/decisions/020 D5); 0 % shows no badge. */
const marketing = z.pipe(
  z.object({
    tierBadges: flag(),
    editingStarts: flag(),
    standard: figure(0, 90),
    premium: figure(0, 90),
    version: version(),
  }),
  z.transform(({ tierBadges, editingStarts, standard, premium, version }) => ({
    value: {
      tierBadges,
      editingStarts,
      discounts: { ...(standard > 0 && { standard }), ...(premium > 0 && { premium }) },
    },
    version,
  })),
)

const counters = z.pipe(
  z.object({
    podcast: figure(0, 100_000),
    video: figure(0, 100_000),
    livestream: figure(0, 100_000),
    version: version(),
  }),
  z.transform(({ version, ...value }) => ({ value, version })),
)

/** Which mails the studio receives (docs/decisions/020 F4). */
const notices = z.pipe(
  z.object({
    bookings: flag(),
    orders: flag(),
    changes: flag(),
    messages: flag(),
    summary: flag(),
    version: version(),
  }),
  z.transform(({ version, ...value }) => ({ value, version })),
)

/** Degrees with at most seven places, which is a centimetre. */
const degrees = (most: number) =>
  z.pipe(
    z
      .union([z.number(), z.string().check(z.trim())], { error: 'degrees' })
      .check(
        z.refine(
          (value) =>
            /^-?\d{1,3}(\.\d{1,7})?$/.test(String(value)) && Math.abs(Number(value)) <= most,
          { error: 'degrees' },
        ),
      ),
    z.transform((value: string | number): number => Number(value)),
  )
const https = () =>
  url().check(z.refine((value) => value === '' || /^https:/i.test(value), { error: 'url' }))

const chatNumber = (typed: string): string => {
  const number = phoneAbroad(typed)
  return isPhone(number) ? number.replace(/\D/g, '') : typed
}

/** The phone and the WhatsApp number are used in links: both begin with the country code. */
const site = z.pipe(
  z.object({
    name: textLine(60),
    legalName: textLine(120),
    // Empty until entered: it is left out of mails and legal texts, and the console lists it as
    // missing.
    registration: plainLine(80),
    email: email(),
    phone: requiredCode(30).check(
      z.overwrite(phoneAbroad),
      z.refine((value) => value === '' || /^\+[1-9][\d -]{5,27}\d$/.test(value), {
        error: 'phone_abroad',
      }),
    ),
    whatsapp: requiredCode(100).check(
      z.overwrite(chatNumber),
      z.refine((value) => value === '' || /^[1-9]\d{7,14}$/.test(value), { error: 'whatsapp' }),
    ),
    unit: textLine(80),
    street: textLine(120),
    city: textLine(80),
    country: textLine(60),
    levels: textLine(40),
    latitude: degrees(90),
    longitude: degrees(180),
    directions: https().check(z.minLength(1, { error: 'required' })),
    video: https(),
    photos: https(),
    investment: textLine(30),
    version: version(),
  }),
  z.transform(({ unit, street, city, country, levels, latitude, longitude, version, ...facts }) => {
    const value: Site = {
      ...facts,
      address: { unit, street, city, country },
      parking: { levels },
      geo: { latitude, longitude },
    }
    return { value, version }
  }),
)

/** In whole hours; a closed day is a block in the calendar. */
export const dayHours = () =>
  z
    .object({ opens: figure(0, 23), closes: figure(1, 24) })
    .check(
      z.refine(({ opens, closes }) => opens < closes, { error: 'hours_order', path: ['closes'] }),
    )

/** Rooms by their ids; none: all of them. */
const someRooms = () =>
  z.optional(z.array(z.int({ error: 'choice' }), { error: 'choice' }).check(z.maxLength(50)))

/** Edits that are promised already keep their date. */
const office = z.pipe(
  z
    .object({
      ...(Object.fromEntries(WEEKDAYS.map((day) => [day, flag()])) as Record<
        Weekday,
        ReturnType<typeof flag>
      >),
      dueHour: figure(1, 24),
      version: version(),
    })
    .check(
      z.refine((week) => WEEKDAYS.some((day) => week[day]), {
        error: 'office_days',
        path: [WEEKDAYS[0]],
      }),
    ),
  z.transform(({ version, ...value }) => ({ value, version })),
)

const season = () =>
  z
    .object({
      from: date(),
      to: date(),
      name: textLine(60),
      translations: z.optional(translated(z.object({ name: textLine(60) }))),
      weekday: dayHours(),
      weekend: dayHours(),
      roomIds: someRooms(),
    })
    .check(z.refine(({ from, to }) => from <= to, { error: 'season_order', path: ['to'] }))

const MOST_SEASONS = 20

type Dated = { from: string; to: string; roomIds?: number[] | undefined }

/** Both are for one room on one day. */
const sharesDay = (a: Dated, b: Dated) =>
  a.from <= b.to &&
  b.from <= a.to &&
  (!a.roomIds?.length ||
    b.roomIds === undefined ||
    b.roomIds.length === 0 ||
    b.roomIds.some((id) => a.roomIds?.includes(id)))

/** Earliest first. Two that share a day are refused: its hours would depend on their order. */
const seasons = z.pipe(
  z.object({
    periods: z.array(season(), { error: 'invalid' }).check(
      z.maxLength(MOST_SEASONS, { error: 'invalid' }),
      z.check((context) => {
        const all = context.value
        for (const [index, one] of all.entries())
          if (all.some((other) => other !== one && sharesDay(one, other)))
            context.issues.push({
              code: 'custom',
              input: one.from,
              message: 'season_overlap',
              path: [index, 'from'],
            })
      }),
    ),
    version: version(),
  }),
  z.transform(({ periods, version }) => ({
    value: {
      periods: periods
        .map(({ translations = {}, ...period }) => ({
          ...period,
          translations: Object.fromEntries(
            Object.entries(translations).filter(([, words]) => words),
          ) as Translations,
        }))
        .sort((a, b) => a.from.localeCompare(b.from)),
    },
    version,
  })),
)

type Translations = Partial<Record<TranslatedLocale, { name: string }>>

/** A season as it is stored: its English name, and those in other languages. */
export type StoredSeason = Season & { translations: Translations }

const VISIT_TEXT = 300
const sentences = <Shape extends () => z.ZodMiniType>(shape: Shape) =>
  Object.fromEntries(VISIT_SENTENCES.map((key) => [key, shape()])) as Record<
    VisitSentence,
    ReturnType<Shape>
  >

/** Information for visitors on their way to the studio; an empty field is not shown. */
const visit = z.pipe(
  z.object({
    ...sentences(() => plainLine(VISIT_TEXT)),
    heightLimit: plainLine(20),
    translations: z.optional(
      translated(z.object(sentences(() => z.optional(plainLine(VISIT_TEXT))))),
    ),
    version: version(),
  }),
  z.transform(({ translations = {}, version, ...facts }) => ({
    value: {
      ...facts,
      translations: Object.fromEntries(
        Object.entries(translations).filter(([, words]) => words),
      ) as VisitSetting['translations'],
    },
    version,
  })),
)

const replyWords = z.object({ name: textLine(40), text: text(LIMITS.quickReply) })

/** Quick replies of the inbox. */
const replies = z.pipe(
  z.object({
    replies: z
      .array(z.extend(replyWords, { translations: z.optional(translated(replyWords)) }), {
        error: 'invalid',
      })
      .check(z.maxLength(MOST_REPLIES, { error: 'invalid' })),
    version: version(),
  }),
  z.transform(({ replies, version }) => ({
    value: {
      replies: replies.map(({ translations = {}, ...words }): QuickReply => ({
        ...words,
        translations: Object.fromEntries(
          Object.entries(translations).filter(([, translation]) => translation),
        ) as QuickReply['translations'],
      })),
    },
    version,
  })),
)

// A path of this site is an uploaded picture (docs/decisions/020 G9).
const picture = () => url({ here: true })
const memberWords = z.object({ role: textLine(60), languages: plainLine(80) })

/** Who works here, in the order in which they are shown; the first one is named as who answers. */
const team = z.pipe(
  z.object({
    members: z
      .array(
        z.extend(memberWords, {
          name: textLine(60),
          picture: picture(),
          translations: z.optional(translated(memberWords)),
        }),
        { error: 'invalid' },
      )
      .check(z.maxLength(MOST_MEMBERS, { error: 'invalid' })),
    version: version(),
  }),
  z.transform(({ members, version }) => ({
    value: {
      members: members.map(({ translations = {}, ...member }): TeamMember => ({
        ...member,
        translations: Object.fromEntries(
          Object.entries(translations).filter(([, words]) => words),
        ) as TeamMember['translations'],
      })),
    },
    version,
  })),
)

const noneOr = <Shape extends z.ZodMiniType>(shape: Shape) =>
  z.union(
    [
      z.pipe(
        z.literal(''),
        z.transform(() => null),
      ),
      z.null(),
      shape,
    ],
    { error: 'figure' },
  )

/** All of it or nothing: a number without its source and date is no proof. */
const rating = z.pipe(
  z
    .object({
      source: plainLine(40),
      score: noneOr(figure(1, 5, 1)),
      count: noneOr(figure(1, 999_999)),
      url: https(),
      date: z.union([z.literal(''), date()]),
      version: version(),
    })
    .check(
      z.check((context) => {
        const { version: _, ...facts } = context.value
        const empty = Object.entries(facts).filter(([, fact]) => fact === '' || fact === null)
        if (empty.length === Object.keys(facts).length) return
        for (const [name, fact] of empty)
          context.issues.push({ code: 'custom', input: fact, message: 'required', path: [name] })
      }),
    ),
  z.transform(({ version, ...value }) => ({ value, version })),
)

/** Clients' marks, shown in one colour. */
const marks = z.pipe(
  z.object({
    marks: z
      .array(
        z.object({
          name: textLine(60),
          picture: picture().check(z.minLength(1, { error: 'required' })),
        }),
        { error: 'invalid' },
      )
      .check(z.maxLength(MOST_MARKS, { error: 'invalid' })),
    version: version(),
  }),
  z.transform(({ version, ...value }) => ({ value, version })),
)

const recording = () =>
  z.object({
    url: url({ here: true }).check(
      z.refine((value) => value === '' || SOUND_PATH.test(value), { error: 'sound_upload' }),
    ),
    peaks: z.string({ error: 'text' }).check(z.regex(PEAKS_TEXT, { error: 'invalid' })),
  })
const voice = () =>
  z
    .object({
      text: plainLine(200),
      onPhone: recording(),
      onBasic: recording(),
      onPremium: recording(),
    })
    .check(
      z.refine(({ text, ...all }) => text !== '' || VOICE_KINDS.every((kind) => !all[kind].url), {
        error: 'required',
        path: ['text'],
      }),
    )

/** One sentence in each language, recorded in different ways. */
const voices = z.pipe(
  z.object({ en: voice(), ms: voice(), zh: voice(), version: version() }),
  z.transform(({ version, ...value }) => ({ value, version })),
)

export type SettingValues = {
  seasons: { periods: StoredSeason[] }
  office: OfficeWeek
  tax: TaxSetting
  einvoice: EInvoiceSetting
  /** Whether a booking by the hour may have more than one (docs/decisions/020 B2). */
  lengths: { severalHours: boolean }
  /** Null: HOLD_MINUTES of the environment. */
  hold: { minutes: number | null }
  /**
   * Null until the owner has chosen: see `paymentMethods` in queries.ts. Wallets pay with a card that
   * the visitor's device knows, so they are none of an intent's methods.
   */
  methods: Record<ExtraMethod, boolean | null> & { wallets: boolean }
  transfer: TransferSetting
  /** Money that comes in, in whole ringgit, is recorded up to this without a proof of identity. */
  received: { withoutProof: number }
  marketing: Marketing
  counters: Record<PortfolioType, number>
  /** New bookings, new orders, changes of bookings, messages; and the daily summary. */
  notices: Record<'bookings' | 'orders' | 'changes' | 'messages' | 'summary', boolean>
  site: Site
  visit: VisitSetting
  replies: { replies: QuickReply[] }
  team: { members: TeamMember[] }
  rating: Rating
  marks: { marks: ClientMark[] }
  voices: Voices
}
export type SettingKey = keyof SettingValues

type Setting<Value> = {
  /** The body of a form, parsed into the value and the version that it replaces. */
  body: z.ZodMiniType<{ value: Value; version?: string | undefined }, unknown>
  /** The value until an administrator sets one. */
  initial: Value
  /**
   * `proof`: it says where money or secrets go, or who the studio is, so its change needs a recent
   * proof of identity and is mailed to the owners; `confirmation`: the console also shows the change
   * until an owner confirms it (docs/decisions/065).
   */
  guard: 'none' | 'proof' | 'confirmation'
}

/**
 * By their keys in the table `settings`. A new one is added here and in SettingValues;
 * lib/settings/queries.ts reads it, PATCH /api/settings/{key} changes it.
 */
export const SETTINGS: { readonly [Key in SettingKey]: Setting<SettingValues[Key]> } = {
  seasons: { body: seasons, initial: { periods: [] }, guard: 'none' },
  office: { body: office, initial: DEFAULT_OFFICE_WEEK, guard: 'none' },
  tax: { body: tax, initial: DEFAULT_TAX, guard: 'proof' },
  einvoice: {
    body: einvoice,
    initial: { tin: '', msic: '', activity: '', ...E_INVOICES_FROM },
    guard: 'proof',
  },
  lengths: { body: lengths, initial: { severalHours: true }, guard: 'none' },
  hold: { body: hold, initial: { minutes: null }, guard: 'none' },
  methods: { body: methods, initial: { fpx: null, grabpay: null, wallets: false }, guard: 'none' },
  transfer: { body: transfer, initial: NO_TRANSFER, guard: 'confirmation' },
  received: { body: received, initial: { withoutProof: 2000 }, guard: 'proof' },
  marketing: { body: marketing, initial: DEFAULT_MARKETING, guard: 'none' },
  counters: { body: counters, initial: PORTFOLIO_OFFSETS, guard: 'none' },
  notices: {
    body: notices,
    initial: { bookings: true, orders: true, changes: true, messages: true, summary: false },
    guard: 'none',
  },
  site: { body: site, initial: DEFAULT_SITE, guard: 'proof' },
  visit: { body: visit, initial: NO_VISIT_FACTS, guard: 'none' },
  replies: { body: replies, initial: { replies: DEFAULT_REPLIES }, guard: 'none' },
  team: { body: team, initial: { members: [] }, guard: 'none' },
  rating: { body: rating, initial: NO_RATING, guard: 'none' },
  marks: { body: marks, initial: { marks: [] }, guard: 'none' },
  voices: { body: voices, initial: NO_VOICES, guard: 'none' },
}
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]
export const isGuarded = (key: SettingKey): boolean => SETTINGS[key].guard !== 'none'
/** What a manager may change; the others are the owner's. */
export const MANAGED_SETTINGS: readonly SettingKey[] = ['seasons', 'replies']

/** `version` is null for one that was never set; `usual` is the value of the environment. */
export type AdminSettings = {
  [Key in SettingKey]: SettingValues[Key] & { version: string | null }
} & { hold: { usual: number }; methods: Record<ExtraMethod, boolean> }

/** A change of the studio's account, by the row of the audit log; the accounts by their ends alone. */
export type AccountChange = {
  id: number
  by: string
  at: string
  before: TransferSetting
  after: TransferSetting
}

/** Body of POST /api/settings/transfer/confirm. */
export const confirmBody = z.object({ change: z.int({ error: 'invalid' }) })

/** A public holiday: a studio date and its name; `tentative` while the date may still change. */
export type HolidayDto = {
  date: string
  name: string
  translations: Partial<Record<TranslatedLocale, { name: string }>>
  tentative: boolean
  /** The studio is closed on this day. */
  closed: boolean
  /** The rooms that it is for; absent: all. */
  roomIds?: number[]
}

const names = {
  name: textLine(80),
  translations: z.optional(translated(z.object({ name: textLine(80) }))),
  tentative: z._default(flag(), false),
  closed: z._default(flag(), false),
  roomIds: someRooms(),
}

/** A language without a name of its own uses the English one (docs/decisions/020 B6). */
export const holidayBody = z.object({ date: date(), ...names })
export type NewHoliday = z.output<typeof holidayBody>

/** Body of PATCH /api/holidays/{date}. Another date is another holiday. */
export const holidayPatch = z.object({ ...names, version: version() })
export type HolidayChange = Omit<z.output<typeof holidayPatch>, 'version'>

/** A public holiday as an administrator edits it; `updatedAt` is the version to send with a change. */
export type AdminHoliday = HolidayDto & { updatedAt: string }
