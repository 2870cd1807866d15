'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useAct } from '@/components/admin/shared/use-act'
import { Button } from '@/components/ui/button'
import { whatsappLink } from '@/lib/settings/links'
import { WIDE } from './reach-customer'

type Props = {
  id: number
  name: string
  arrival: { arrivedAt: string | null; noShowAt: string | null }
  version: string
  /** International without plus, and what tells them that they are late. */
  whatsApp: string | null
  late: string
}

/** Whether the customer came: noted at once, and taken back by a second press. */
export function ArrivalActs({ id, name, arrival, version, whatsApp, late }: Props) {
  const t = useTranslations('admin.sheet')
  const router = useRouter()
  const { act, pending } = useAct(() => router.refresh())
  const state = arrival.arrivedAt ? 'arrived' : arrival.noShowAt ? 'no_show' : 'expected'
  const note = (pressed: 'arrived' | 'no_show') => {
    const next = state === pressed ? 'expected' : pressed
    void act({
      method: 'PATCH',
      path: `/api/admin/bookings/${id}/arrival`,
      body: { state: next, version },
      said: t(`noted.${next}`, { name }),
    })
  }
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
    </>
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
