import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { TodaySession } from '@/lib/admin/today/schema'
import { formatRM } from '@/lib/money'
import { studioTime } from '@/lib/time'

const VARIANT = {
  paid: 'success',
  free: 'success',
  owed: 'destructive',
  unpaid: 'destructive',
  held: 'default',
} as const

/** What is paid or owed for a session, in words; nothing for whoever may see no money. */
export function SessionState({ session }: { session: TodaySession }) {
  const t = useTranslations('admin.today')
  const { state, owedSen } = session
  if (state === null || owedSen === null) return null
  const amount = formatRM(owedSen)
  const words = {
    paid: t('paid'),
    free: t('freeSession'),
    held: t('held'),
    owed: t('owed', { amount }),
    unpaid: t('unpaid', { amount }),
  }
  return <Badge variant={VARIANT[state]}>{words[state]}</Badge>
}

type WordsProps = {
  session: TodaySession
  room: string | null
  /** Whether somebody came is said elsewhere. */
  withoutArrival?: boolean
}

/** Service, people and add-ons, and whether somebody came. */
export function SessionWords({ session, room, withoutArrival = false }: WordsProps) {
  const t = useTranslations('admin.today')
  const { service, people, addOns, arrivedAt, noShowAt } = session
  const parts = [
    room,
    service,
    people !== null && t('people', { count: people }),
    ...addOns.map((name) => `+ ${name}`),
    !withoutArrival && arrivedAt && t('isArrived', { time: studioTime(new Date(arrivedAt)) }),
    !withoutArrival && noShowAt && t('isNoShow'),
  ]
  return <p className="text-sm text-muted wrap-anywhere">{parts.filter(Boolean).join(' · ')}</p>
}

type ArrivedProps = {
  arrivedAt: string | null
  disabled: boolean
  press: () => void
  className?: string
}

/** Notes that somebody has come, and says when they did. */
export function ArrivedButton({ arrivedAt, disabled, press, className = '' }: ArrivedProps) {
  const t = useTranslations('admin.today')
  return (
    <Button
      variant="outline"
      size="sm"
      className={`h-11 ${className}`}
      disabled={disabled}
      onClick={press}
    >
      {arrivedAt ? t('isArrived', { time: studioTime(new Date(arrivedAt)) }) : t('arrived')}
    </Button>
  )
}
