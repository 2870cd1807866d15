import { useTranslations } from 'next-intl'
import { formatRM, type Price } from '@/lib/money'

/**
 * `likely` reserves the space of a value that the browser will know in a moment: about as long,
 * never visible.
 */
export type SummaryLine = { label: string; value: string | null; likely?: string }

/**
 * What is bought and its price: always with base, tax and total, without a line for a tax that is
 * not charged (`taxLabel` is null). A dash where nothing is chosen yet.
 */
export function PriceLines({
  lines,
  price,
  taxLabel,
}: {
  lines: SummaryLine[]
  price: Price | null
  taxLabel: string | null
}) {
  const t = useTranslations('payment.summary')
  const money = (sen: number | undefined) => (sen === undefined ? '–' : formatRM(sen))
  return (
    <dl className="grid gap-2.5 text-sm">
      {lines.map(({ label, value, likely }) => (
        <div key={label} className="grid grid-cols-[auto_1fr] gap-3">
          <dt className="text-muted">{label}</dt>
          <dd className="text-right font-medium figures">
            {value ?? (likely ? <span className="invisible">{likely}</span> : '–')}
          </dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between gap-4 border-t border-line pt-3.5">
        <dt className="text-muted">{t('subtotal')}</dt>
        <dd className="figures">{money(price?.subtotalSen)}</dd>
      </div>
      {taxLabel !== null && (
        <div className="flex justify-between gap-4">
          <dt className="text-muted">{taxLabel}</dt>
          <dd className="figures">{money(price?.taxSen)}</dd>
        </div>
      )}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3.5">
        <dt className="font-semibold">{t('total')}</dt>
        <dd className="font-display text-xl font-semibold text-tungsten figures">
          {money(price?.totalSen)}
        </dd>
      </div>
    </dl>
  )
}
