'use client'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { clockText, type Act, type Session } from '@/lib/recording/rules'
import { ExportPanel } from './export-panel'
import { Markers } from './markers'
import { fill } from '@/components/site/fill'
import type { TrackerWords } from './words'

type Props = { session: Session; words: TrackerWords; bookingHref: string; act: (act: Act) => void }

/** What became of the session, and its run sheet to take along. */
export function Completion({ session, words, bookingHref, act }: Props) {
  const { done } = words
  const reached = session.milestones.filter(({ completed }) => completed).length
  const facts = [
    [done.length, clockText(Math.floor(session.bankedMs / 1000))],
    [done.planned, clockText(session.duration)],
    [done.reached, fill(done.reachedOf, { done: reached, all: session.milestones.length })],
    [done.markers, String(session.markers.length)],
    [done.participants, session.participants.join(', ')],
  ]
  return (
    <section
      aria-labelledby="done-title"
      className="overflow-hidden rounded-lg border border-line bg-raised"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5 border-b border-line bg-card p-5 sm:p-8">
        <div className="grid min-w-0 gap-1.5">
          <h2 id="done-title" className="text-2xl">
            {done.title}
          </h2>
          <p className="text-lg wrap-anywhere text-muted">{session.title}</p>
        </div>
        <Link href={bookingHref} prefetch={false} className={buttonVariants()}>
          {done.book}
        </Link>
      </div>
      <dl className="figures flex flex-wrap gap-x-12 gap-y-4 border-b border-line p-5 sm:px-8">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-lg font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-x-14 gap-y-10 p-5 sm:p-8 lg:grid-cols-2">
        <Markers session={session} words={words} act={act} />
        <ExportPanel session={session} words={words} />
      </div>
      <p className="border-t border-line p-5 text-sm text-muted sm:px-8">{done.again}</p>
    </section>
  )
}
