'use client'
import { useTranslations } from 'next-intl'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'

type Props = { id: number; version: string; name: string; changed: () => void }

/** Whether the money of a transfer is in the account. Needs the messages admin.transfer. */
export function TransferDecision({ id, version, name, changed }: Props) {
  const t = useTranslations('admin.transfer')
  const { send, pending, succeeded } = useSave()
  const decide = async (received: boolean) => {
    const path = `/api/admin/bookings/${id}/transfer`
    const result = await send('POST', path, { received, version })
    if (result.ok) succeeded(t(received ? 'receivedDone' : 'notReceivedDone', { name }))
    if (result.ok || result.status > 0) changed()
  }
  return (
    <span className="flex flex-wrap gap-2">
      {([true, false] as const).map((received) => (
        <Button
          key={String(received)}
          size="sm"
          variant="outline"
          className="h-11"
          pending={pending}
          onClick={() => void decide(received)}
        >
          <span>{t(received ? 'received' : 'notReceived')}</span>
          <span className="sr-only">{name}</span>
        </Button>
      ))}
    </span>
  )
}
