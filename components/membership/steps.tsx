import { getTranslations } from 'next-intl/server'

const STEPS = ['record', 'free', 'refer'] as const

export async function Steps() {
  const t = await getTranslations('membership.steps')
  return (
    <section className="wrap grid gap-x-16 gap-y-10 py-16 lg:grid-cols-[18rem_1fr] lg:py-28">
      <div className="grid content-start gap-3">
        <h2 className="text-2xl sm:text-3xl">{t('title')}</h2>
        <p className="text-muted">{t('lead')}</p>
      </div>
      <ol className="grid gap-x-10 gap-y-9 sm:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step} className="grid content-start gap-2.5 border-t-2 border-tungsten pt-5">
            <span
              aria-hidden="true"
              className="figures font-display text-5xl font-semibold text-tungsten"
            >
              {index + 1}
            </span>
            <h3 className="text-lg">{t(`${step}.title`)}</h3>
            <p className="text-muted">{t(`${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
