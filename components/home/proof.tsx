import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { pictureUrl, saidOf, type PortfolioItem } from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { toLocale } from '@/lib/i18n/routing'
import type { ClientMark, Rating } from '@/lib/settings/proof'
import { longDate } from '@/lib/time'

type Props = { items: readonly PortfolioItem[]; rating: Rating; marks: readonly ClientMark[] }

/** What others say: the first quote of a work, a public rating, clients' marks; only what was entered. */
export function Proof({ items, rating, marks }: Props) {
  const locale = toLocale(useLocale())
  const quote = items.map((item) => saidOf(item, locale)).find((one) => one !== null)
  const isRated = rating.score !== null && rating.count !== null
  if (!quote && !isRated && marks.length === 0) return null
  return (
    <div className="wrap grid gap-10 pb-14">
      {quote && (
        <figure className="grid gap-4 border-l-4 border-tungsten pl-6">
          <blockquote
            lang={quote.lang === locale ? undefined : LANGUAGE_TAG[quote.lang]}
            className="max-w-[30ch] font-display text-2xl font-semibold wrap-anywhere sm:text-4xl"
          >
            {quote.text}
          </blockquote>
          <figcaption className="text-muted">
            <span className="font-semibold text-fg">{quote.name}</span>
            {quote.show && <span>{`, ${quote.show}`}</span>}
          </figcaption>
        </figure>
      )}
      {(isRated || marks.length > 0) && (
        <div className="flex flex-wrap items-center gap-x-10 gap-y-4 text-sm text-muted">
          {isRated && <RatingLine rating={rating} />}
          {marks.length > 0 && <Marks marks={marks} />}
        </div>
      )}
    </div>
  )
}

function RatingLine({ rating }: { rating: Rating }) {
  const [t, common, format] = [useTranslations('people'), useTranslations('common'), useFormatter()]
  const locale = toLocale(useLocale())
  return (
    <p className="figures">
      <a
        href={rating.url}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center text-fg underline underline-offset-4"
      >
        <span>
          {t('rating', {
            score: format.number(rating.score ?? 0, { minimumFractionDigits: 1 }),
            source: rating.source,
            count: rating.count ?? 0,
          })}
        </span>
        <span className="sr-only"> ({common('newTab')})</span>
      </a>{' '}
      <span>{t('ratedAt', { date: longDate(rating.date, locale) })}</span>
    </p>
  )
}

function Marks({ marks }: { marks: readonly ClientMark[] }) {
  const t = useTranslations('people')
  return (
    <ul aria-label={t('marks')} className="flex flex-wrap items-center gap-x-8 gap-y-3">
      {marks.map(({ name, picture }) => (
        <li key={`${name} ${picture}`}>
          <img
            src={pictureUrl(picture) ?? undefined}
            alt={name}
            width={96}
            height={24}
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            className="mark h-6 w-24 object-contain object-left"
          />
        </li>
      ))}
    </ul>
  )
}
