'use client'
import { LENGTHS, TIERS, type Length, type Tier } from '@/lib/studio'
import Form from 'next/form'
import { useCallback, useState } from 'react'
import { serverNow } from '@/components/site/clock'
import type { Locale } from '@/lib/i18n/routing'
import { dueDate, isPriced, orderPrice, POPULAR, tablePrice } from '@/lib/orders/rules'
import { Bill } from './bill'
import { holidaysIn } from './holidays'
import { LengthChoice } from './length-choice'
import { TierChoice } from './tier-choice'
import type { Words } from './words'

type Props = {
  locale: Locale
  /** Where the checkout is; the fields' names are its query parameters (spec point 2). */
  action: string
  chat: string
  basisPoints: number
  /** As `holidayDigits` gives them. */
  holidays: string
  words: Words
}
type Choice = { tier: Tier; length: Length | null; rush: boolean; now: Date | null }

/** What the fields say: they can be used before this code has arrived. */
function chosenIn(form: HTMLFormElement): Choice {
  const data = new FormData(form)
  return {
    tier: TIERS.find((tier) => tier === data.get('tier')) ?? POPULAR,
    length: LENGTHS.find((length) => length === data.get('duration')) ?? null,
    rush: form.querySelector<HTMLInputElement>('[role=switch]')?.checked ?? false,
    now: new Date(serverNow()),
  }
}

/**
 * Tier → length → rush, with everything they cost, live. A GET form, so the checkout's address is
 * what the fields say.
 */
export function OrderForm({ locale, action, chat, basisPoints, holidays, words }: Props) {
  const [{ tier, length, rush, now }, setChoice] = useState<Choice>({
    tier: POPULAR,
    length: null,
    rush: false,
    now: null,
  })
  // "Now" is read with each choice, never while rendering: the page was rendered at build time.
  const choose = (change: Partial<Choice>) =>
    setChoice((before) => ({ ...before, ...change, now: new Date(serverNow()) }))
  const catchUp = useCallback((form: HTMLFormElement | null) => {
    if (form) setChoice(chosenIn(form))
  }, [])

  const table = length && tablePrice(tier, length)
  const price = table ? orderPrice(table, rush, { basisPoints, label: '' }) : null
  const due = price && now && dueDate(tier, rush, now, holidaysIn(holidays))
  return (
    <Form ref={catchUp} action={action} prefetch={false} autoComplete="off" className="edit">
      <TierChoice
        words={words}
        value={tier}
        onChange={(next) => choose({ tier: next, length: null })}
      />
      <LengthChoice
        words={words}
        tier={tier}
        value={length}
        onChange={(next) => choose({ length: next })}
      />
      <div className="pick rush">
        <span>
          <b id="rush">{words.rush}</b>
          <small id="rush-text">{words.rushText}</small>
        </span>
        <i aria-hidden="true" />
        <input
          type="checkbox"
          role="switch"
          aria-labelledby="rush"
          aria-describedby="rush-text"
          checked={rush}
          onChange={({ target }) => choose({ rush: target.checked })}
        />
      </div>
      {price && <input type="hidden" name="price" value={price.priceSen / 100} />}
      <input type="hidden" name="rush" value={String(rush)} />
      <Bill
        locale={locale}
        words={words}
        price={price}
        due={due}
        takes={words.takes[rush ? 'rush' : tier]}
        chat={length && !isPriced(length) ? chat : null}
      />
    </Form>
  )
}
