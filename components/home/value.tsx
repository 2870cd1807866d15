import { useTranslations } from 'next-intl'
import { Shot } from '@/components/layout/picture'
import { hourText } from '@/lib/time'
import { WholeWords } from '@/components/ui/words'

// A session at ten, as an example: prepared from 30 minutes before, the guests 15 minutes early.
const CLOCK = { prep: '09:30', arrive: '09:45', record: hourText(10) } as const

/** Why this studio: its equipment, its sound, and the work it takes off its customers. */
export function Value({ investment }: { investment: string }) {
  const t = useTranslations('pages.home.value')
  return (
    <section className="section wrap grid gap-8">
      <div className="grid gap-3">
        <h2>
          <WholeWords>{t('title')}</WholeWords>
        </h2>
        <p className="measure text-muted">{t('lead')}</p>
      </div>
      <div className="value">
        <article className="value-room shade filled">
          <Shot name="mixing-desk" sizes="(min-width: 64rem) 65rem, 48rem" />
          <span className="value-figure figures">{investment}</span>
          <h3 className="text-xl">
            <WholeWords>{t('investment')}</WholeWords>
          </h3>
          <p className="max-w-[46ch]">{t('investmentText')}</p>
        </article>
        <article>
          <div aria-hidden="true" className="strip" />
          <h3 className="text-xl">
            <WholeWords>{t('audio')}</WholeWords>
          </h3>
          <p>{t('audioText')}</p>
        </article>
        <article>
          <h3 className="text-xl">
            <WholeWords>{t('hassle')}</WholeWords>
          </h3>
          <ol className="clock figures">
            {(['prep', 'arrive', 'record'] as const).map((step) => (
              <li key={step}>
                <b>{CLOCK[step]}</b> <span>{t(step)}</span>
              </li>
            ))}
          </ol>
        </article>
      </div>
    </section>
  )
}
