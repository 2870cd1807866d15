'use client'
import { useId, useState } from 'react'
import { AliveFieldset } from '@/components/site/alive'
import { fill } from '@/components/site/fill'
import { buttonVariants } from '@/components/ui/button-variants'
import { Input } from '@/components/ui/input'
import {
  canStart,
  DEFAULT_MINUTES,
  milestonesFor,
  PLANNED_MINUTES,
  SESSION_TYPES,
  TITLE_MAX,
  type SessionType,
  type Setup,
} from '@/lib/recording/rules'
import { Choices } from './choices'
import { Participants } from './participants'
import { Plan } from './plan'
import type { TrackerWords } from './words'

/** What the session is, beside the running order that follows from it. */
export function SetupForm({
  words,
  onStart,
}: {
  words: TrackerWords
  onStart: (setup: Setup) => void
}) {
  const { setup } = words
  const [title, setTitle] = useState('')
  const [type, setType] = useState<SessionType>('interview')
  const [minutes, setMinutes] = useState<number>(DEFAULT_MINUTES)
  const [participants, setParticipants] = useState([''])
  const id = useId()
  const ready = canStart({ title, participants })

  return (
    <form
      aria-labelledby={`${id}-heading`}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onStart({ title, type, minutes, participants })
      }}
      className="grid rounded-lg border border-line bg-raised lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <AliveFieldset
        aria-labelledby={`${id}-heading`}
        className="grid min-w-0 content-start gap-8 p-5 sm:p-8"
      >
        <h2 id={`${id}-heading`} className="text-xl">
          {setup.title}
        </h2>
        <label className="grid gap-1.5">
          <span className="text-sm font-medium">{setup.name}</span>
          <Input
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            maxLength={TITLE_MAX}
            placeholder={setup.nameExample}
            autoComplete="off"
            className="disabled:opacity-100"
          />
        </label>
        <Choices
          legend={setup.type}
          name={`${id}-type`}
          value={type}
          onChange={setType}
          options={SESSION_TYPES.map((value) => ({ value, text: setup.types[value] }))}
        />
        <Choices
          legend={setup.duration}
          name={`${id}-minutes`}
          value={minutes}
          onChange={setMinutes}
          options={PLANNED_MINUTES.map((value) => ({
            value,
            text: fill(setup.minutes, { minutes: value }),
            name: fill(setup.minutesLong, { minutes: value }),
          }))}
        />
        <Participants words={setup} names={participants} onChange={setParticipants} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button
            type="submit"
            disabled={!ready}
            aria-describedby={`${id}-needs`}
            className={buttonVariants({ size: 'lg' })}
          >
            {setup.start}
          </button>
          <p id={`${id}-needs`} className="text-sm text-muted">
            {!ready && setup.needs}
          </p>
        </div>
      </AliveFieldset>
      <aside className="grid content-start gap-6 border-t border-line p-5 sm:p-8 lg:border-t-0 lg:border-l">
        <h3 className="text-lg">{fill(setup.plan, { minutes })}</h3>
        <Plan milestones={milestonesFor(minutes * 60)} words={words} />
      </aside>
    </form>
  )
}
