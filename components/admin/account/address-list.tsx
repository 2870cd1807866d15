'use client'
import { CalendarPlus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSave } from '@/components/admin/shared/use-save'
import { useDates } from '@/components/dates'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import type { AddressLine } from '@/lib/admin/addresses/schema'
import { RemovableList } from './removable-list'

const WHEN = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

type Props = {
  addresses: readonly AddressLine[]
  rooms: readonly { id: number; name: string }[]
}

/** The secret addresses at which the user's own calendars read the sessions. */
export function AddressList({ addresses, rooms }: Props) {
  const t = useTranslations('admin.account.addresses')
  const format = useDates()
  const { send, refresh, pending } = useSave()
  const [room, setRoom] = useState('')
  const [made, setMade] = useState<{ id: number; address: string } | null>(null)
  const when = (iso: string) => format.dateTime(new Date(iso), WHEN)
  const add = async () => {
    const answer = await send<{ id: number; address: string }>(
      'POST',
      '/api/admin/calendar-addresses',
      { roomId: room === '' ? null : Number(room) },
    )
    if (!answer.ok) return
    setMade(answer.data)
    refresh()
  }
  return (
    <div className="grid gap-5">
      <p className="measure text-sm text-muted">{t('text')}</p>
      <RemovableList
        rows={addresses.map(({ id, room: name, createdAt, lastReadAt }) => ({
          id,
          name: name ?? t('allRooms'),
          times:
            lastReadAt === null
              ? t('unread', { created: when(createdAt) })
              : t('times', { created: when(createdAt), read: when(lastReadAt) }),
          removes: t('removeOf', { room: name ?? t('allRooms') }),
          question: t('question'),
        }))}
        path="/api/admin/calendar-addresses"
        words={{ remove: t('remove'), removed: t('removed'), text: t('questionText') }}
        onRemoved={(id) => made?.id === id && setMade(null)}
      />
      {made && (
        <Field id="calendar-address" label={t('address')} hint={t('addressHint')}>
          <Input
            readOnly
            translate="no"
            value={made.address}
            onFocus={(event) => event.target.select()}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-end gap-3">
        {rooms.length > 1 && (
          <Field id="calendar-address-room" label={t('room')}>
            <NativeSelect
              value={room}
              options={[
                ['', t('allRooms')],
                ...rooms.map(({ id, name }) => [String(id), name] as const),
              ]}
              onChange={(event) => setRoom(event.target.value)}
            />
          </Field>
        )}
        <Button variant="outline" pending={pending} onClick={() => void add()}>
          <CalendarPlus aria-hidden="true" />
          {t('add')}
        </Button>
      </div>
    </div>
  )
}
