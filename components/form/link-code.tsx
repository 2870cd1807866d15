'use client'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Elements } from '@/components/ui/elements'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

/** The code in what was typed or pasted, which may be the whole link. */
const codeIn = (typed: string, length: number): string | undefined =>
  typed.match(/[\w-]+/g)?.findLast((part) => part.length === length)

/**
 * What a link with a code behind # opens. Where a scanner of company mail has dropped the code, it is
 * asked for: the mail has it as text too (docs/decisions/067).
 */
export function LinkCode({ length, children }: { length: number; children: Elements }) {
  const t = useTranslations('linkCode')
  const input = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState(false)
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    const look = () => setMissing(window.location.hash.length <= 1)
    look()
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])
  if (!isMissing) return children
  const open = (event: FormEvent) => {
    event.preventDefault()
    const code = codeIn(input.current?.value ?? '', length)
    setWrong(code === undefined)
    if (code !== undefined) window.location.hash = code
  }
  return (
    <form method="post" noValidate onSubmit={open} className="grid gap-5">
      <p>{t('text')}</p>
      <Field id="link-code" label={t('label')} error={isWrong ? t('wrong') : undefined} required>
        <Input ref={input} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Button type="submit" size="lg">
        {t('submit')}
      </Button>
    </form>
  )
}
