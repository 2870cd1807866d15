'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Assistance } from './assistance'
import { Message } from './message'
import { NextSteps } from './next-steps'

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
          <NextSteps
            title={t('generic.next')}
            steps={STEPS.map((step) => t(`generic.steps.${step}`))}
          />
        </div>
      </section>
      <Assistance note={t('assistance.note')} message={t('assistance.message')} />
    </div>
  )
}
