'use client'
import { useState } from 'react'
import { fill } from '@/components/site/fill'
import { notice, prepareNotices } from '@/components/site/notice'
import { sentenceOf } from '@/components/site/request'
import { Button } from '@/components/ui/button'
import type { Locale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'
import { settleEarlier } from './api'
import type { Card } from './types'
import type { MemberWords } from './words'

/**
 * What was bought with the email before it was proven, which anybody could have typed: it counts
 * only when the owner of the inbox says that it is theirs.
 */
export function Earlier({
  earlier,
  words,
  failedTitle,
  locale,
  onSettled,
}: {
  earlier: Card['earlier']
  words: MemberWords['earlier']
  failedTitle: string
  locale: Locale
  onSettled: () => void
}) {
  const [busy, setBusy] = useState(false)
  const settle = async (mine: boolean) => {
    setBusy(true)
    prepareNotices()
    try {
      await settleEarlier(mine)
      onSettled()
    } catch (error) {
      notice.error(failedTitle, sentenceOf(error) ?? words.failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section
      aria-labelledby="earlier"
      className="grid gap-3 rounded-lg border border-l-4 border-line border-l-tungsten bg-raised p-4"
    >
      <h3 id="earlier" className="text-lg">
        {words.title}
      </h3>
      <p className="measure text-muted">{words.text}</p>
      <ul className="figures grid gap-1">
        {earlier.map(({ kind, date }, index) => (
          <li key={index}>{fill(words[kind], { date: longDate(date, locale) })}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-3">
        <Button pending={busy} onClick={() => void settle(true)}>
          {words.yes}
        </Button>
        <Button variant="outline" disabled={busy} onClick={() => void settle(false)}>
          {words.no}
        </Button>
      </p>
    </section>
  )
}
