import { LOCALES } from '@/lib/i18n/routing'
import { DEFAULT_SITE, type Site } from '@/lib/settings/site'
import { VISIT_SENTENCES, visitIn, type VisitSetting } from '@/lib/settings/visit'
import { EXAMPLE_VISIT } from '@/prisma/seed-data/visit'
import { addDays } from '@/lib/time'
import { SITE_FACTS, type NeededFact, type PaymentKeys, type SetupStatus } from './schema'

/** A year, because members book that far ahead (docs/decisions/020 B5). */
const DAYS_AHEAD = 365

/** True when the holidays are known for as long as members can book ahead of `today`. */
export const isKnownLongEnough = (knownUntil: string | null, today: string): boolean =>
  knownUntil !== null && knownUntil >= addDays(today, DAYS_AHEAD)

/** Initial facts, or the demo's. Empty information for visitors is not shown and no placeholder. */
export const placeholdersOf = (site: Site, visit: VisitSetting): NeededFact[] => [
  ...SITE_FACTS.filter((fact) => asText(site[fact]) === asText(DEFAULT_SITE[fact])),
  ...(hasExample(visit) ? (['visit'] as const) : []),
]

const hasExample = (visit: VisitSetting): boolean =>
  LOCALES.some((locale) => {
    const [facts, example] = [visitIn(visit, locale), visitIn(EXAMPLE_VISIT, locale)]
    return VISIT_SENTENCES.some((key) => facts[key] !== '' && facts[key] === example[key])
  })

// Stored JSON may have its keys in another order.
const asText = (fact: string | object): string =>
  typeof fact === 'string' ? fact : JSON.stringify(Object.entries(fact).sort())

type Named = { name: string; description?: string; translations: unknown }

/**
 * The names of what visitors read in English because its Malay is empty: rooms, services, and one
 * word for the information for visitors (`visit`).
 */
export function withoutMalay(named: readonly Named[], visit: VisitSetting): string[] {
  const malayOf = ({ translations }: Named) =>
    (translations as { ms?: { name?: string; description?: string } } | null)?.ms
  const lacks = (one: Named) =>
    !malayOf(one)?.name || (one.description && !malayOf(one)?.description)
  const ofVisit = visit.translations.ms ?? {}
  const lacksVisit = VISIT_SENTENCES.some((key) => visit[key] !== '' && !ofVisit[key])
  return [...named.filter(lacks).map(({ name }) => name), ...(lacksVisit ? ['visit'] : [])]
}

type Keys = { secret: string | undefined; publishable: string | undefined }

/** The kind of these keys, by their prefixes. Both or neither are given. */
export function kindOfKeys({ secret, publishable }: Keys): PaymentKeys {
  if (!secret || !publishable) return 'missing'
  if (secret.endsWith('_sandbox') && publishable.endsWith('_sandbox')) return 'sandbox'
  const [isLive, isLiveInBrowser] = [/^(sk|rk)_live_/.test(secret), /^pk_live_/.test(publishable)]
  if (isLive !== isLiveInBrowser) return 'mixed'
  return isLive ? 'live' : 'test'
}

/** What is not set up yet; the texts are in the dictionaries under `admin.setup.open`. */
export type OpenItem = {
  key:
    | 'servicesNone'
    | 'paymentsMissing'
    | 'paymentsMixed'
    | 'paymentsRefused'
    | 'paymentsSandbox'
    | 'paymentsTest'
    | 'paymentsUnchecked'
    | 'mailMissing'
    | 'mailFailed'
    | 'mailUnproven'
    | 'holidaysNone'
    | 'holidaysShort'
    | 'placeholders'
    | 'noMalay'
  /** The step of set-up that fixes it. */
  step: 'services' | 'payments' | 'mail' | 'holidays' | 'site'
}

/** What an installation still lacks, most serious first. Empty when it is ready for customers. */
export function openItems(status: SetupStatus): OpenItem[] {
  const { services, payments, mail, holidays, placeholders, withoutMalay } = status
  const items: (OpenItem | null)[] = [
    services.sessions === 0 ? { key: 'servicesNone', step: 'services' } : null,
    paymentItem(payments),
    mail.state === 'missing' ? { key: 'mailMissing', step: 'mail' } : null,
    mail.state === 'failed' ? { key: 'mailFailed', step: 'mail' } : null,
    mail.state === 'unproven' ? { key: 'mailUnproven', step: 'mail' } : null,
    holidays.knownUntil === null
      ? { key: 'holidaysNone', step: 'holidays' }
      : holidays.isEnough
        ? null
        : { key: 'holidaysShort', step: 'holidays' },
    placeholders.length > 0 ? { key: 'placeholders', step: 'site' } : null,
    withoutMalay.length > 0 ? { key: 'noMalay', step: 'site' } : null,
  ]
  return items.filter((item) => item !== null)
}

function paymentItem({ keys, checked }: SetupStatus['payments']): OpenItem | null {
  const item = (key: OpenItem['key']): OpenItem => ({ key, step: 'payments' })
  if (keys === 'missing') return item('paymentsMissing')
  if (keys === 'mixed') return item('paymentsMixed')
  if (checked?.result === 'refused') return item('paymentsRefused')
  if (keys === 'sandbox') return item('paymentsSandbox')
  if (keys === 'test') return item('paymentsTest')
  return checked?.result === 'accepted' ? null : item('paymentsUnchecked')
}
