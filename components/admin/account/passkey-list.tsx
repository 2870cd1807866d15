'use client'
import { KeyRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { notice } from '@/components/browser/notice'
import { useSave } from '@/components/admin/shared/use-save'
import { useDates } from '@/components/dates'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { PasskeyLine } from '@/lib/auth/schema'
import { hasPasskeys, isDeclined, newPasskey } from './passkeys'
import { RemovableList } from './removable-list'

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const never = () => () => {}

/** Where passkeys cannot be added: why. Null where they can. */
function obstacleHere(host: string | null) {
  if (host === null) return 'noName'
  if (window.location.hostname !== host) return 'otherHost'
  return hasPasskeys() ? null : 'unsupported'
}

type Props = {
  passkeys: PasskeyLine[]
  /** The host that they belong to; null when the site has no name. */
  host: string | null
}

/** The user's passkeys; each can be removed, and another added on this device. */
export function PasskeyList({ passkeys, host }: Props) {
  const t = useTranslations('admin.account.passkeys')
  const format = useDates()
  const obstacle = useSyncExternalStore(
    never,
    () => obstacleHere(host),
    () => null,
  )
  const day = (iso: string) => format.dateTime(new Date(iso), DAY)
  return (
    <div className="grid gap-5">
      <p className="measure text-sm text-muted">{t('text')}</p>
      <RemovableList
        rows={passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
          ...{ id, name },
          times:
            lastUsedAt === null
              ? t('unused', { created: day(createdAt) })
              : t('times', { created: day(createdAt), used: day(lastUsedAt) }),
          removes: t('removeOf', { name }),
          question: t('question', { name }),
        }))}
        path="/api/auth/passkeys"
        words={{ remove: t('remove'), removed: t('removed'), text: t('questionText') }}
      />
      {obstacle === null ? (
        <AddPasskey />
      ) : (
        <p className="measure text-sm">{t(obstacle, { host: host ?? '' })}</p>
      )}
    </div>
  )
}

function AddPasskey() {
  const t = useTranslations('admin.account.passkeys')
  const { send, refresh, succeeded } = useSave()
  const [name, setName] = useState('')
  const [pending, setPending] = useState(false)
  const add = async () => {
    setPending(true)
    try {
      const options = await send('POST', '/api/auth/passkeys/options', {})
      if (!options.ok) return
      const passkey = await newPasskey(options.data)
      if (!(await send('POST', '/api/auth/passkeys', { passkey, name })).ok) return
      setName('')
      succeeded(t('added'))
      refresh()
    } catch (error) {
      const isKnown = error instanceof Error && error.message === 'known'
      if (!isDeclined(error)) notice.error(t('failed'), t(isKnown ? 'known' : 'try'))
    } finally {
      setPending(false)
    }
  }
  return (
    <form
      method="post"
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Field id="passkey-name" label={t('name')} hint={t('nameHint')}>
        <Input value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Button type="submit" pending={pending} className="justify-self-start">
        <KeyRound aria-hidden="true" />
        {t('add')}
      </Button>
    </form>
  )
}
