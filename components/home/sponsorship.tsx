import { useTranslations } from 'next-intl'
import { Shot } from '@/components/layout/picture'
import { formatRate } from '@/lib/money'
import { mailtoHref } from '@/lib/settings/links'
import { WholeWords } from '@/components/ui/words'

// "From" prices in sen; each partnership is negotiated.
const DEALS = [
  { key: 'episode', from: 500_00 },
  { key: 'series', from: 2_000_00 },
  { key: 'partner', from: null },
] as const

/** Three ways to sponsor, each with a mail link whose subject is filled in. */
export function Sponsorship({ email }: { email: string }) {
  const t = useTranslations('sponsorship')
  return (
    <section
      id="sponsorship"
      className="section wrap grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_1.25fr]"
    >
      <div className="grid content-start gap-3">
        <h2>
          <WholeWords>{t('title')}</WholeWords>
        </h2>
        <p className="measure text-muted">
          {t('lead')} {t('reply')}
        </p>
        <div className="still mt-5">
          <Shot name="panel-table" sizes="(min-width: 64rem) 32rem, 100vw" />
        </div>
      </div>
      <div>
        {DEALS.map(({ key, from }) => {
          const name = t(`${key}.name`)
          return (
            <article key={key} className="deal">
              <h3 className="text-xl">{name}</h3>
              <b className="figures">
                {from === null ? t('custom') : t('from', { price: formatRate(from) })}
              </b>
              <p className="max-w-[44ch]">{t(`${key}.text`)}</p>
              <a href={mailtoHref(email, { subject: t('subject', { name }) })}>
                {t('ask')}
                <span className="sr-only">{`: ${name}`}</span>
              </a>
            </article>
          )
        })}
      </div>
    </section>
  )
}
