'use client'
import { useSite } from '@/components/site/site-context'
import { formatRM } from '@/lib/money'
import { Shot } from './shot'
import type { SponsorshipWords } from './words'

// "From" prices in sen (spec point 9); a partnership is made to measure.
const DEALS = [
  { key: 'episode', from: 500_00 },
  { key: 'series', from: 2_000_00 },
  { key: 'partner', from: null },
] as const

// Whole ringgit, as the customer writes them.
const whole = (sen: number) => formatRM(sen).replace(/\.00$/, '')

/** Three ways to sponsor, each with a mail that already has its subject. */
export function Sponsorship({ words }: { words: SponsorshipWords }) {
  const { email } = useSite()
  return (
    <section
      id="sponsorship"
      className="section wrap grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.25fr]"
    >
      <div className="grid content-start gap-3">
        <h2>{words.title}</h2>
        <p className="measure text-muted">
          {words.lead} {words.reply}
        </p>
        <div className="still mt-5">
          <Shot name="panel-table" sizes="(min-width: 64rem) 32rem, 100vw" />
        </div>
      </div>
      <div>
        {DEALS.map(({ key, from }) => {
          const { name, text } = words[key]
          return (
            <article key={key} className="deal">
              <h3 className="text-xl">{name}</h3>
              <b className="figures">
                {from === null ? words.custom : words.from.replace('{price}', whole(from))}
              </b>
              <p className="max-w-[44ch]">{text}</p>
              <a
                href={`mailto:${email}?subject=${encodeURIComponent(words.subject.replace('{name}', name))}`}
              >
                {words.ask}
                <span className="sr-only">: {name}</span>
              </a>
            </article>
          )
        })}
      </div>
    </section>
  )
}
