'use client'
import { useLocale, useTranslations } from 'next-intl'
import Form from 'next/form'
import { type CSSProperties, useCallback, useState } from 'react'
import { TaxedRate, useTaxLabel } from '@/components/checkout/tax'
import { formQuery } from '@/components/form/query-of'
import { useNow } from '@/components/browser/use-now'
import { buttonVariants } from '@/components/ui/button-variants'
import { formatRM } from '@/lib/money'
import {
  dueDate,
  isPriced,
  type OfficeDays,
  orderPrice,
  type OrderPrice,
  POPULAR,
  tablePrice,
  turnaround,
  vipPrice,
} from '@/lib/orders/rules'
import type { TaxSetting } from '@/lib/settings/tax'
import {
  type VideoLength,
  LENGTH_KEYS,
  LENGTHS,
  RUSH_PERCENT,
  type Tier,
  TIERS,
} from '@/lib/studio'
import { longDate } from '@/lib/time'

/** A tier's features, in the page's language. */
export type TierOffer = { features: string[]; badge: string | null }

type Props = {
  /** The checkout's address; the fields' names are its query parameters. */
  action: string
  chat: string
  tax: TaxSetting
  office: OfficeDays
  tiers: Record<Tier, TierOffer>
}
type Choice = { tier: Tier; length: VideoLength | null; rush: boolean }

/** The fields' current values: they can be used before hydration. */
function chosenIn(form: HTMLFormElement): Choice {
  const query = formQuery(form)
  return {
    tier: TIERS.find((tier) => tier === query.get('tier')) ?? POPULAR,
    length: LENGTHS.find((length) => length === query.get('duration')) ?? null,
    rush: form.querySelector<HTMLInputElement>('[role=switch]')?.checked ?? false,
  }
}

/**
 * Tier → length → rush, with the price updated live. A GET form, so the checkout's address contains
 * the fields.
 */
export function RateOrderForm({ action, chat, tax, office, tiers }: Props) {
  const t = useTranslations('editing')
  const rushed = turnaround('standard', true)
  const [{ tier, length, rush }, setChoice] = useState<Choice>({
    tier: POPULAR,
    length: null,
    rush: false,
  })
  const now = useNow(60_000)
  const choose = (change: Partial<Choice>) => setChoice((before) => ({ ...before, ...change }))
  const catchUp = useCallback((form: HTMLFormElement | null) => {
    if (form) setChoice(chosenIn(form))
  }, [])

  const table = length && tablePrice(tier, length)
  const price = table ? orderPrice(table, rush, null, tax) : null
  const due = price && now !== null ? dueDate(tier, rush, new Date(now), office) : null
  return (
    <Form ref={catchUp} action={action} prefetch={false} autoComplete="off" className="edit">
      <TierChoice
        tiers={tiers}
        value={tier}
        onChange={(next) => choose({ tier: next, length: null })}
      />
      <LengthChoice
        tier={tier}
        value={length}
        tax={tax}
        onChange={(next) => choose({ length: next })}
      />
      <div className="pick rush">
        <span>
          <b id="rush">{t('rush')}</b>
          <small id="rush-text">
            {t('rushText', { from: rushed.from, to: rushed.to, percent: RUSH_PERCENT })}
          </small>
        </span>
        <i aria-hidden="true" />
        <input
          type="checkbox"
          role="switch"
          aria-labelledby="rush"
          aria-describedby="rush-text"
          checked={rush}
          onChange={({ target }) => choose({ rush: target.checked })}
        />
      </div>
      {price && <input type="hidden" name="price" value={price.priceSen / 100} />}
      <input type="hidden" name="rush" value={String(rush)} />
      <Bill
        price={price}
        due={due}
        takes={rush ? rushed : turnaround(tier, false)}
        tax={tax}
        chat={length && !isPriced(length) ? chat : null}
      />
    </Form>
  )
}

type TierChoiceProps = {
  tiers: Record<Tier, TierOffer>
  value: Tier
  onChange: (tier: Tier) => void
}

function TierChoice({ tiers, value, onChange }: TierChoiceProps) {
  const t = useTranslations('editing')
  return (
    <fieldset>
      <legend>{t('tier')}</legend>
      <div className="tiers">
        {TIERS.map((tier) => {
          const { features, badge } = tiers[tier]
          return (
            <div key={tier} className="pick tier">
              <div>
                <b id={`tier-${tier}`}>{t(`${tier}.name`)}</b>
                {tier === POPULAR && <span className="tag tag-full">{t('popular')}</span>}
                {badge && <span className="tag">{badge}</span>}
              </div>
              <p>{t(`${tier}.text`)}</p>
              <ul id={`tier-${tier}-has`}>
                {features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
              <input
                type="radio"
                name="tier"
                value={tier}
                checked={tier === value}
                onChange={() => onChange(tier)}
                aria-labelledby={`tier-${tier}`}
                aria-describedby={`tier-${tier}-has`}
              />
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

type LengthChoiceProps = {
  tier: Tier
  value: VideoLength | null
  tax: TaxSetting
  onChange: (length: VideoLength) => void
}

// The drawn width of a clip: not to scale, or the short ones would vanish beside ten minutes.
const DRAWN: Record<VideoLength, string> = {
  '<60s': '14%',
  '60-120s': '27%',
  '120-180s': '40%',
  '5-10 mins': '82%',
  '>10 mins': '100%',
}

/** The lengths as clips on a time line, each with the tier's price. */
function LengthChoice({ tier, value, tax, onChange }: LengthChoiceProps) {
  const t = useTranslations('editing')
  return (
    <fieldset>
      <legend>{t('length')}</legend>
      <div className="track figures">
        {LENGTHS.map((length, index) => {
          const price = tablePrice(tier, length)
          return (
            <div key={length} className="pick clip">
              <b id={`length-${index}`}>{t(`lengths.${LENGTH_KEYS[length]}`)}</b>
              <i aria-hidden="true" style={{ '--length': DRAWN[length] } as CSSProperties} />
              <span id={`length-${index}-price`}>
                <span>{price === null ? t('discuss') : formatRM(price)}</span>
                {price !== null && <TaxedRate sen={price} tax={tax} />}
              </span>
              <input
                type="radio"
                name="duration"
                value={length}
                checked={length === value}
                onChange={() => onChange(length)}
                aria-labelledby={`length-${index}`}
                aria-describedby={`length-${index}-price`}
              />
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

type BillProps = {
  price: OrderPrice | null
  due: string | null
  takes: ReturnType<typeof turnaround>
  tax: TaxSetting
  /** Set where the price has to be discussed. */
  chat: string | null
}

const BUTTON = buttonVariants({ size: 'lg', className: 'max-lg:px-3 max-sm:text-sm' })

/** The order's price and due date; on a phone its total and next step stay in view. */
function Bill({ price, due, takes, tax, chat }: BillProps) {
  const [t, total, common] = [
    useTranslations('editing'),
    useTranslations('payment.summary'),
    useTranslations('common'),
  ]
  const locale = useLocale()
  const taxLabel = useTaxLabel(tax)
  const lines = [
    { label: t('price'), sen: price?.priceSen },
    ...(price?.rushSen
      ? [{ label: t('surcharge', { percent: RUSH_PERCENT }), sen: price.rushSen }]
      : []),
    ...(taxLabel === null ? [] : [{ label: taxLabel, sen: price?.taxSen }]),
  ]
  return (
    <section aria-label={t('summary')} className="bill figures">
      <dl>
        {lines.map(({ label, sen }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{sen === undefined ? '–' : formatRM(sen)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('delivery')}</dt>
          <dd>
            <span>{chat ? t('discuss') : t(takes.unit, { from: takes.from, to: takes.to })}</span>
            {due && (
              <span className="block font-semibold">
                {t('due', { date: longDate(due, locale) })}
              </span>
            )}
          </dd>
        </div>
      </dl>
      {price && (
        <p className="text-xs text-muted">
          {t('vip', { price: formatRM(vipPrice(price.priceSen)) })}
        </p>
      )}
      <div className="bottom-bar bill-foot">
        <output data-total={price ? '' : undefined}>
          <span>{total('total')}</span>
          <span>{price ? formatRM(price.totalSen) : chat ? t('discuss') : t('choose')}</span>
        </output>
        {chat ? (
          <a href={chat} target="_blank" rel="noopener noreferrer" className={BUTTON}>
            {t('whatsapp')}
            <span className="sr-only"> ({common('newTab')})</span>
          </a>
        ) : (
          <button type="submit" disabled={!price} className={BUTTON}>
            {t('checkout')}
          </button>
        )}
      </div>
    </section>
  )
}
