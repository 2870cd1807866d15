'use client'
import { useSite } from '@/components/site/site-context'
import { hourText } from '@/lib/time'
import { Shot } from './shot'
import type { HomeWords } from './words'

// A session at ten, as an example: prepared from 30 minutes before, the guests 15 minutes early
// (spec point 9).
const CLOCK = { prep: '09:30', arrive: '09:45', record: hourText(10) } as const

/**
 * Why this studio: what stands in it, how it sounds, and what nobody has to do (spec points 1 and
 * 2).
 */
export function Value({ words }: { words: HomeWords['value'] }) {
  return (
    <section className="section wrap grid gap-10">
      <div className="grid gap-3">
        <h2>{words.title}</h2>
        <p className="measure text-muted">{words.lead}</p>
      </div>
      <div className="value">
        <article className="value-room shade filled">
          <Shot name="mixing-desk" sizes="(min-width: 64rem) 46rem, 100vw" />
          <span className="value-figure figures">{useSite().investment}</span>
          <h3 className="text-xl">{words.investment}</h3>
          <p className="max-w-[46ch]">{words.investmentText}</p>
        </article>
        <article>
          <div aria-hidden="true" className="strip" />
          <h3 className="text-xl">{words.audio}</h3>
          <p>{words.audioText}</p>
        </article>
        <article>
          <h3 className="order-1 text-xl">{words.hassle}</h3>
          <ol className="clock figures">
            {(['prep', 'arrive', 'record'] as const).map((step) => (
              <li key={step}>
                <b>{CLOCK[step]}</b> {words[step]}
              </li>
            ))}
          </ol>
        </article>
      </div>
    </section>
  )
}
