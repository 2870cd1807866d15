'use client'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { Input } from '@/components/ui/input'
import { NAME_MAX } from '@/lib/recording/rules'
import { fill } from '@/components/site/fill'
import type { TrackerWords } from './words'

type Props = { words: TrackerWords['setup']; names: string[]; onChange: (names: string[]) => void }

/** Who takes part; one line each, at least one line. */
export function Participants({ words, names, onChange }: Props) {
  const list = useRef<HTMLFieldSetElement>(null)
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
      <legend className="mb-1.5 text-sm font-medium">{words.participants}</legend>
      <div className="grid gap-2.5">
        {names.map((name, index) => (
          <div key={index} className="flex gap-2">
            <Input
              value={name}
              onChange={(event) =>
                onChange(names.map((old, at) => (at === index ? event.target.value : old)))
              }
              maxLength={NAME_MAX}
              placeholder={words.participantExample}
              aria-label={fill(words.participant, { number: index + 1 })}
              autoComplete="off"
              className="max-w-md disabled:opacity-100"
            />
            {names.length > 1 && (
              <button
                type="button"
                onClick={() => remove(index)}
                aria-label={fill(words.remove, { number: index + 1 })}
                className={`${buttonVariants({ variant: 'ghost', size: 'icon' })} self-center`}
              >
                <X aria-hidden="true" />
              </button>
            )}
          </div>
        ))}
      </div>
      <button
        type="button"
        onClick={add}
        className={`${buttonVariants({ variant: 'outline' })} mt-3`}
      >
        <Plus aria-hidden="true" />
        {words.add}
      </button>
    </fieldset>
  )
}
