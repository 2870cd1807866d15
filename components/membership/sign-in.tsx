'use client'
import { useState } from 'react'
import { serverNow } from '@/components/site/clock'
import { fill } from '@/components/site/fill'
import { notice, prepareNotices } from '@/components/site/notice'
import { HttpError, sentenceOf } from '@/components/site/request'
import { CODE_RESEND_SECONDS } from '@/lib/auth/rules'
import { askForCode, signIn } from './api'
import { CodeStep } from './code-step'
import { EmailStep } from './email-step'
import type { FieldWords, MemberWords } from './words'

type CodeWords = MemberWords['code']
export type StepProps = {
  words: CodeWords
  faults: FieldWords
  busy: boolean
  fault: string | undefined
  onFault: (fault: string | undefined) => void
}

type Start = {
  email: string
  /** Whether the code is on its way already. */
  sent: boolean
}
const NOBODY: Start = { email: '', sent: false }
const inHalfAMinute = (): string => new Date(serverNow() + CODE_RESEND_SECONDS * 1000).toISOString()

/**
 * Signing in without a password: an email, then the six digits it receives (decision E2). The same
 * for members and strangers.
 */
export function SignIn({
  words,
  faults,
  start = NOBODY,
  onDone,
}: {
  words: CodeWords
  faults: FieldWords
  start?: Start
  onDone: () => void
}) {
  const [email, setEmail] = useState(start.email)
  const [resendAt, setResendAt] = useState(() => (start.sent ? inHalfAMinute() : null))
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()

  const attempt = async (work: () => Promise<unknown>, field: 'email' | 'code'): Promise<void> => {
    if (busy) return
    setBusy(true)
    setFault(undefined)
    prepareNotices()
    try {
      await work()
    } catch (error) {
      const beside = error instanceof HttpError ? error.body.fields?.[field] : undefined
      if (beside) setFault(beside)
      else notice.error(words.failed.title, sentenceOf(error) ?? words.failed.text)
    } finally {
      setBusy(false)
    }
  }
  const send = (to: string) =>
    attempt(async () => {
      setEmail((await askForCode(to)).email)
      setResendAt(inHalfAMinute())
    }, 'email')
  const check = (code: string) =>
    attempt(async () => {
      await signIn(email, code)
      onDone()
    }, 'code')

  const step = { words, faults, busy, fault, onFault: setFault }
  return (
    <div className="grid w-full gap-3 sm:w-96">
      <p className="text-sm text-muted" role="status">
        {resendAt === null ? words.lead : fill(words.sent, { email })}
      </p>
      {resendAt === null ? (
        <EmailStep {...step} email={email} onSend={(to) => void send(to)} />
      ) : (
        <CodeStep
          {...step}
          resendAt={resendAt}
          onCheck={(code) => void check(code)}
          onResend={() => void send(email)}
          onOther={() => setResendAt(null)}
        />
      )}
    </div>
  )
}
