'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useAct } from '@/components/admin/shared/use-act'
import { useNow } from '@/components/browser/use-now'
import { Button } from '@/components/ui/button'
import type { Arrival } from '@/lib/bookings/status'
import { whatsappLink } from '@/lib/settings/links'
import { MINUTE_MS } from '@/lib/time'
import { WIDE } from './reach-customer'

type Props = {
  id: number
  name: string
  arrival: { arrivedAt: string | null; noShowAt: string | null }
  version: string
  /** International without plus, and what tells them that they are late. */
  whatsApp: string | null
  late: string
  /** Where what is left of the session can be freed: when it is on, and since when it is free. */
  time?: { startsAt: string; endsAt: string; freeFrom: string | null }
}

/**
 * Whether the customer came: noted at once, and taken back by a second press. While the session of a
 * customer who did not come is on, its room can be freed.
 */
export function ArrivalActs({ id, name, arrival, version, whatsApp, late, time }: Props) {
  const t = useTranslations('admin.sheet')
  const router = useRouter()
  const { act, pending } = useAct(() => router.refresh())
  const state = arrival.arrivedAt ? 'arrived' : arrival.noShowAt ? 'no_show' : 'expected'
  const send = (next: Arrival, freeRoom = false) =>
    void act({
      method: 'PATCH',
      path: `/api/admin/bookings/${id}/arrival`,
      body: { state: next, version, ...(freeRoom && { freeRoom }) },
      said: t(`noted.${freeRoom ? 'free' : next}`, { name }),
    })
  const note = (pressed: 'arrived' | 'no_show') => send(state === pressed ? 'expected' : pressed)
  return (
    <>
      <ActButton pressed={state === 'arrived'} disabled={pending} press={() => note('arrived')}>
        {t('arrived')}
      </ActButton>
      {whatsApp ? (
        <a
          href={whatsappLink({ whatsapp: whatsApp }, late)}
          target="_blank"
          rel="noopener noreferrer"
          className={WIDE}
        >
          {t('late')}
        </a>
      ) : (
        <span />
      )}
      <ActButton pressed={state === 'no_show'} disabled={pending} press={() => note('no_show')}>
        {t('noShow')}
      </ActButton>
      {time && state !== 'arrived' && time.freeFrom === null && (
        <FreeRoomButton {...time} disabled={pending} press={() => send('no_show', true)} />
      )}
    </>
  )
}

type FreeRoomProps = { startsAt: string; endsAt: string; disabled: boolean; press: () => void }

/** While the session is on. */
function FreeRoomButton({ startsAt, endsAt, disabled, press }: FreeRoomProps) {
  const t = useTranslations('admin.sheet')
  const now = useNow(MINUTE_MS)
  const isOn = now !== null && Date.parse(startsAt) <= now && now < Date.parse(endsAt)
  return (
    isOn && (
      <Button variant="outline" className="col-span-3" disabled={disabled} onClick={press}>
        {t('freeRoom')}
      </Button>
    )
  )
}

type ActButtonProps = { press: () => void; pressed?: boolean; disabled?: boolean; children: string }

export const ActButton = ({ press, pressed, disabled = false, children }: ActButtonProps) => (
  <Button
    variant={pressed ? 'secondary' : 'outline'}
    className="px-2"
    aria-pressed={pressed}
    disabled={disabled}
    onClick={press}
  >
    {children}
  </Button>
)
