'use client'
import { KeyRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { SecondStepEntry } from '@/components/admin/account/two-step'
import { EntryForm, TextEntry, useEntry } from '@/components/admin/shared/form'
import { useSave } from '@/components/admin/shared/use-save'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Way } from '@/lib/auth/rules'
import { firstCodeShape, ownPasswordShape } from '@/lib/auth/schema'
import { hasPasskeys, isDeclined, signedByPasskey } from './passkeys'

type Props = { ways: readonly Way[]; proven: () => void }

/** Proves once more who is signed in: by a passkey, else by the code or the password. */
export function ProofForm({ ways, proven }: Props) {
  const hasPasskey = ways.includes('passkey') && hasPasskeys()
  return (
    <div className="grid gap-5">
      {hasPasskey && <PasskeyProof proven={proven} />}
      <TypedProof kind={ways.includes('code') ? 'code' : 'password'} proven={proven} />
    </div>
  )
}

function PasskeyProof({ proven }: { proven: () => void }) {
  const t = useTranslations('admin.proof')
  const { send } = useSave()
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const prove = async () => {
    setPending(true)
    setRefusal(null)
    try {
      const passkey = await signedByPasskey()
      const answer = await send('POST', '/api/auth/proof', { passkey }, { quiet: true })
      if (answer.ok) proven()
      else setRefusal(answer.fields.passkey ?? answer.message)
    } catch (error) {
      if (!isDeclined(error)) setRefusal(t('failed'))
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      {refusal !== null && (
        <Alert variant="destructive" role="alert">
          <AlertDescription className="text-fg">{refusal}</AlertDescription>
        </Alert>
      )}
      <Button size="lg" pending={pending} onClick={() => void prove()}>
        <KeyRound aria-hidden="true" />
        {t('passkey')}
      </Button>
    </>
  )
}

function TypedProof({ kind, proven }: { kind: 'code' | 'password'; proven: () => void }) {
  const [t, account] = [useTranslations('admin.proof'), useTranslations('admin.signIn')]
  const entry = useEntry({
    method: 'POST',
    path: '/api/auth/proof',
    schema: kind === 'code' ? firstCodeShape : ownPasswordShape,
    fields: [kind],
    refusedAt: 'form',
    done: proven,
  })
  return (
    <EntryForm entry={entry} className="grid gap-4">
      {kind === 'code' ? (
        <SecondStepEntry />
      ) : (
        <TextEntry
          name="password"
          label={account('password')}
          type="password"
          autoComplete="current-password"
        />
      )}
      <Button
        type="submit"
        variant="outline"
        pending={entry.pending}
        className="justify-self-start"
      >
        {t('submit')}
      </Button>
    </EntryForm>
  )
}
