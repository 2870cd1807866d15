'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { characterCount } from '@/lib/limits'

// A counter says nothing before the text is this near to its limit.
const NEAR = 0.8
// Of a number or a code what is left says nothing: it is full when it is right.
const SHORT = 20
// Screen readers hear the count in a pause of typing.
const PAUSE_MS = 1000

type Props = {
  /** The id of the control. */
  id: string
  limit: number
}

/**
 * How much of its limit a field uses, once it is near or above it. The text is never cut: a browser
 * cuts what is pasted into a field with `maxLength`, without a word. It reads the control itself,
 * so it works beside registered and plain fields.
 */
export function Counter({ id, limit }: Props) {
  const t = useTranslations('common.counter')
  const [used, setUsed] = useState(0)
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const read = () => {
      const control = document.getElementById(id)
      const isText = control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement
      setUsed(isText ? characterCount(control.value) : 0)
    }
    const readSoon = () => void setTimeout(read)
    read()
    document.addEventListener('input', read)
    document.addEventListener('reset', readSoon)
    return () => {
      document.removeEventListener('input', read)
      document.removeEventListener('reset', readSoon)
    }
  })
  const left = limit - used
  const text =
    used < limit * NEAR || (left >= 0 && limit < SHORT)
      ? ''
      : left < 0
        ? t('over', { count: -left, limit })
        : t('left', { count: left })
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <>
      {text && (
        <p
          id={`${id}-count`}
          aria-hidden="true"
          className={cn('figures text-xs', left < 0 ? 'text-onair-soft' : 'text-muted')}
        >
          {text}
        </p>
      )}
      <span aria-live="polite" className="sr-only">
        {spoken}
      </span>
    </>
  )
}
