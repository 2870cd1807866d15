'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Assistance } from './assistance'
import { Message } from './message'

const STEPS = ['email', 'prepare', 'arrive', 'record'] as const

/** A success whose details this browser may not see: nothing personal, but what happens next. */
export function Generic() {
  const t = useTranslations('confirmation')
  return (
    <div className="grid gap-6">
      <Message icon={<Check />} tone="good" title={t('header')} />
      <section className="grid gap-6 rounded-lg border border-line bg-card p-6 sm:p-8 md:grid-cols-2">
        <div className="grid content-start gap-2">
          <h2 className="text-xl">{t('generic.title')}</h2>
          <p className="text-muted">{t('generic.note')}</p>
        </div>
        <div>
          <h3 className="eyebrow tracking-normal">{t('generic.next')}</h3>
          <ol className="mt-3 grid gap-3">
            {STEPS.map((step, index) => (
              <li key={step} className="flex items-start gap-3 text-sm">
                <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center rounded-full bg-tungsten text-xs font-semibold text-ink figures">
                  {index + 1}
                </span>
                {t(`generic.steps.${step}`)}
              </li>
            ))}
          </ol>
        </div>
      </section>
      <Assistance />
    </div>
  )
}
