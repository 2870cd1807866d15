'use client'
import { Plus, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'
import { Counter } from '@/components/form/counter'
import { HydratedFieldset } from '@/components/ui/hydrated'
import { buttonVariants } from '@/components/ui/button-variants'
import { Input } from '@/components/ui/input'
import {
  canStart,
  isTooLong,
  DEFAULT_MINUTES,
  milestonesFor,
  NAME_MAX,
  PLANNED_MINUTES,
  SESSION_TYPES,
  type SessionType,
  type Setup,
  TITLE_MAX,
} from '@/lib/recording/rules'
import { Choices } from './choices'
import { Plan } from './plan'

/** The setup of the session, beside the resulting milestones. */
export function SetupForm({ onStart }: { onStart: (setup: Setup) => void }) {
  const t = useTranslations('tracker.app.setup')
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
      <HydratedFieldset
        aria-labelledby={`${id}-heading`}
        className="grid min-w-0 content-start gap-8 p-5 sm:p-8"
      >
        <h2 id={`${id}-heading`} className="text-xl">
          {t('title')}
        </h2>
        <label className="grid gap-1.5">
          <span className="text-sm font-medium">{t('name')}</span>
          <Input
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            id={`${id}-name`}
            placeholder={t('nameExample')}
            autoComplete="off"
            className="disabled:opacity-100"
          />
          <Counter id={`${id}-name`} limit={TITLE_MAX} />
        </label>
        <Choices
          legend={t('type')}
          name={`${id}-type`}
          value={type}
          onChange={setType}
          options={SESSION_TYPES.map((value) => ({ value, text: t(`types.${value}`) }))}
        />
        <Choices
          legend={t('duration')}
          name={`${id}-minutes`}
          value={minutes}
          onChange={setMinutes}
          options={PLANNED_MINUTES.map((value) => ({
            value,
            text: t('minutes', { minutes: value }),
            name: t('minutesLong', { minutes: value }),
          }))}
        />
        <Participants names={participants} onChange={setParticipants} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button
            type="submit"
            disabled={!ready}
            aria-describedby={`${id}-needs`}
            className={buttonVariants({ size: 'lg' })}
          >
            {t('start')}
          </button>
          <p id={`${id}-needs`} className="text-sm text-muted">
            {!ready && t(isTooLong({ title, participants }) ? 'tooLong' : 'needs')}
          </p>
        </div>
      </HydratedFieldset>
      <aside className="grid content-start gap-6 border-t border-line p-5 sm:p-8 lg:border-t-0 lg:border-l">
        <h3 className="text-lg">{t('plan', { minutes })}</h3>
        <Plan milestones={milestonesFor(minutes * 60)} />
      </aside>
    </form>
  )
}

type ParticipantsProps = { names: string[]; onChange: (names: string[]) => void }

/** The participants, one line each, at least one. */
function Participants({ names, onChange }: ParticipantsProps) {
  const t = useTranslations('tracker.app.setup')
  const list = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const focus = (index: number) =>
    setTimeout(() => list.current?.querySelectorAll('input')[index]?.focus(), 0)
  const add = () => {
    onChange([...names, ''])
    focus(names.length)
  }
  const remove = (gone: number) => {
    onChange(names.filter((_, index) => index !== gone))
    focus(Math.max(0, gone - 1))
  }

  return (
    <fieldset ref={list} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{t('participants')}</legend>
      <div className="grid gap-2.5">
        {names.map((name, index) => (
          <div key={index} className="flex flex-wrap gap-2">
            <Input
              value={name}
              onChange={(event) =>
                onChange(names.map((old, at) => (at === index ? event.target.value : old)))
              }
              id={`${id}-${index}`}
              placeholder={t('participantExample')}
              aria-label={t('participant', { number: index + 1 })}
              autoComplete="off"
              className="min-w-0 max-w-md flex-1 disabled:opacity-100"
            />
            {names.length > 1 && (
              <button
                type="button"
                onClick={() => remove(index)}
                aria-label={t('remove', { number: index + 1 })}
                className={`${buttonVariants({ variant: 'ghost', size: 'icon' })} self-center`}
              >
                <X aria-hidden="true" />
              </button>
            )}
            <span className="basis-full empty:hidden">
              <Counter id={`${id}-${index}`} limit={NAME_MAX} />
            </span>
          </div>
        ))}
      </div>
      <button
        type="button"
        onClick={add}
        className={`${buttonVariants({ variant: 'outline' })} mt-3`}
      >
        <Plus aria-hidden="true" />
        {t('add')}
      </button>
    </fieldset>
  )
}
