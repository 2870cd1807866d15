'use client'
import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { NativeSelect } from '@/components/ui/native-select'
import type { PushChoices } from '@/lib/push/rules'
import type { Phone } from '@/lib/push/schema'
import { hourText } from '@/lib/time'
import { AccountPart } from './part'
import { keepHere, pushHere, subscribeHere, unsubscribeHere } from './push-here'

const never = () => () => {}
const HOURS = Array.from({ length: 24 }, (_, hour) => hourText(hour))
const USUAL_QUIET = { quietFrom: '22:00', quietUntil: '07:00' }

/** Notifications of this browser, where it has any, and what somebody is told on all their phones. */
export function PhoneNotices({ phone }: { phone: Phone }) {
  const t = useTranslations('admin.account.phone')
  const here = useSyncExternalStore(never, pushHere, () => null)
  if (here === null) return null
  return (
    <AccountPart title={t('title')}>
      <p className="measure text-sm text-muted">{t('text')}</p>
      {here === 'homeScreen' ? (
        <p className="measure text-sm">{t('homeScreen')}</p>
      ) : (
        <ThisPhone phone={phone} />
      )}
      <Choices phone={phone} />
    </AccountPart>
  )
}

function ThisPhone({ phone }: { phone: Phone }) {
  const t = useTranslations('admin.account.phone')
  const { send, refresh, pending, succeeded } = useSave()
  const [asking, setAsking] = useState(false)
  const [obstacle, setObstacle] = useState<'blocked' | 'failed' | null>(null)
  const on = phone.on && Notification.permission === 'granted'
  if (!phone.trusted) return <p className="measure text-sm">{t('notOwn')}</p>
  const turnOn = async () => {
    setAsking(true)
    const made = await subscribeHere(phone.key)
    setAsking(false)
    setObstacle(typeof made === 'string' ? made : null)
    if (typeof made === 'string') return
    const answer = await send('POST', '/api/admin/push', made)
    if (!answer.ok) return unsubscribeHere()
    await keepHere(phone.key, made)
    succeeded(t('turnedOn'))
    refresh()
  }
  const turnOff = async () => {
    const answer = await send('DELETE', '/api/admin/push')
    if (!answer.ok) return
    await unsubscribeHere()
    succeeded(t('turnedOff'))
    refresh()
  }
  const test = async () => {
    const answer = await send('POST', '/api/admin/push/test')
    if (answer.ok) succeeded(t('tested'))
    else refresh()
  }
  return (
    <div className="grid gap-3">
      <p className="text-sm">{t(on ? 'isOn' : 'isOff')}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          pending={asking || pending}
          onClick={() => void (on ? turnOff() : turnOn())}
        >
          {t(on ? 'off' : 'on')}
        </Button>
        {on && (
          <Button variant="outline" disabled={pending} onClick={() => void test()}>
            {t('test')}
          </Button>
        )}
      </div>
      <p role="status" className="measure text-sm empty:hidden">
        {obstacle && t(obstacle)}
      </p>
    </div>
  )
}

function Choices({ phone: { kinds, choices } }: { phone: Phone }) {
  const t = useTranslations('admin.account.phone')
  const { send, refresh, pending } = useSave()
  /** What was chosen, until the page has it. */
  const [chosen, setChosen] = useState(choices)
  const shown = pending ? chosen : choices
  const choose = async (change: Partial<PushChoices>) => {
    const next = { ...shown, ...change }
    setChosen(next)
    const answer = await send('PUT', '/api/admin/push', next)
    if (answer.ok) refresh()
  }
  const quiet = (change: 'quietFrom' | 'quietUntil', value: string) =>
    choose(
      value === ''
        ? { quietFrom: null, quietUntil: null }
        : {
            quietFrom: shown.quietFrom ?? USUAL_QUIET.quietFrom,
            quietUntil: shown.quietUntil ?? USUAL_QUIET.quietUntil,
            [change]: value,
          },
    )
  const box = (name: keyof PushChoices, label: string) => (
    <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-tungsten"
        disabled={pending}
        checked={Boolean(shown[name])}
        aria-describedby={name === 'details' ? 'phone-details-hint' : undefined}
        onChange={(event) => void choose({ [name]: event.target.checked })}
      />
      <span className="text-sm">{label}</span>
    </label>
  )
  const seesMoney = kinds.includes('money')
  return (
    <div className="grid gap-4">
      <div className="grid">
        {box('details', t(seesMoney ? 'details' : 'names'))}
        <p id="phone-details-hint" className="measure text-sm text-muted">
          {t('detailsHint')}
        </p>
      </div>
      <fieldset className="grid">
        <legend className="text-sm font-medium">{t('kinds')}</legend>
        {kinds.map((kind) => box(kind, t(kind)))}
      </fieldset>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['quietFrom', 'quietUntil'] as const).map((name) => (
          <Field key={name} id={`phone-${name}`} label={t(name)}>
            <NativeSelect
              value={shown[name] ?? ''}
              disabled={pending}
              aria-describedby="phone-quiet-hint"
              options={[['', t('never')], ...HOURS.map((hour) => [hour, hour] as const)]}
              onChange={(event) => void quiet(name, event.target.value)}
            />
          </Field>
        ))}
      </div>
      <p id="phone-quiet-hint" className="measure text-sm text-muted">
        {t('quietHint')}
      </p>
    </div>
  )
}
