'use client'
import { useState } from 'react'
import { notice, prepareNotices } from '@/components/site/notice'
import { sentenceOf } from '@/components/site/request'
import { Button } from '@/components/ui/button'
import { takeBegun } from './api'
import type { Begun as BegunData } from './types'
import type { MemberWords } from './words'

/**
 * What somebody typed who joined with this email in another browser. It was either the reader, or a
 * stranger who wants to earn by them.
 */
export function Begun({
  begun,
  words,
  failed,
  onTaken,
}: {
  begun: BegunData
  words: MemberWords['begun']
  failed: MemberWords['code']['failed']
  onTaken: () => void
}) {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    prepareNotices()
    try {
      await takeBegun()
      onTaken()
    } catch (error) {
      notice.error(failed.title, sentenceOf(error) ?? failed.text)
    } finally {
      setBusy(false)
    }
  }
  const facts = [
    [words.name, begun.customerName],
    [words.package, begun.package],
    ...(begun.referredBy ? [[words.friend, begun.referredBy]] : []),
  ]
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p>{words.question}</p>
      <Button pending={busy} className="justify-self-start" onClick={() => void take()}>
        {words.take}
      </Button>
    </>
  )
}
