import { buttonVariants } from '@/components/ui/button-variants'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { vipPrice, type OrderPrice } from '@/lib/orders/rules'
import { longDate } from '@/lib/time'
import type { Words } from './words'

type Props = {
  locale: Locale
  words: Words
  price: OrderPrice | null
  due: string | null
  takes: string
  /** Set where there is nothing to order but something to talk about. */
  chat: string | null
}

const BUTTON = buttonVariants({ size: 'lg', className: 'max-lg:px-3 max-sm:text-sm' })

/** What the order costs and when it is done; on a phone its total and next step stay in view. */
export function Bill({ locale, words, price, due, takes, chat }: Props) {
  const lines = [
    { label: words.price, sen: price?.priceSen },
    ...(price?.rushSen ? [{ label: words.surcharge, sen: price.rushSen }] : []),
    { label: words.tax, sen: price?.taxSen },
  ]
  return (
    <section aria-label={words.summary} className="bill figures">
      <dl>
        {lines.map(({ label, sen }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{sen === undefined ? '–' : formatRM(sen)}</dd>
          </div>
        ))}
        <div>
          <dt>{words.delivery}</dt>
          <dd>
            {chat ? words.discuss : takes}
            {due && (
              <span className="block font-semibold">
                {words.due.replace('{date}', longDate(due, locale))}
              </span>
            )}
          </dd>
        </div>
      </dl>
      {price && (
        <p className="text-xs text-muted">
          {words.vip.replace('{price}', formatRM(vipPrice(price.priceSen)))}
        </p>
      )}
      <div className="bill-foot">
        <output data-total={price ? '' : undefined}>
          <span>{words.total}</span>
          {price ? formatRM(price.totalSen) : chat ? words.discuss : words.choose}
        </output>
        {chat ? (
          <a href={chat} target="_blank" rel="noopener noreferrer" className={BUTTON}>
            {words.whatsapp}
            <span className="sr-only"> ({words.newTab})</span>
          </a>
        ) : (
          <button type="submit" disabled={!price} className={BUTTON}>
            {words.checkout}
          </button>
        )}
      </div>
    </section>
  )
}
