'use client'
import { CalendarPlus } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Confirm } from '@/components/admin/shared/dialogs'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import type { AddressLine } from '@/lib/admin/addresses/schema'

const WHEN = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

type Props = {
  addresses: readonly AddressLine[]
  rooms: readonly { id: number; name: string }[]
}

/** The secret addresses at which the user's own calendars read the sessions. */
export function AddressList({ addresses, rooms }: Props) {
  const t = useTranslations('admin.account.addresses')
  const format = useFormatter()
  const { send, refresh, pending, succeeded } = useSave()
  const [room, setRoom] = useState('')
  const [made, setMade] = useState<{ id: number; address: string } | null>(null)
  const [removing, setRemoving] = useState<AddressLine | null>(null)
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
  const remove = async ({ id }: AddressLine) => {
    const answer = await send('DELETE', `/api/admin/calendar-addresses/${id}`)
    setRemoving(null)
    if (!answer.ok) return
    if (made?.id === id) setMade(null)
    succeeded(t('removed'))
    refresh()
  }
  return (
    <div className="grid gap-5">
      <p className="measure text-sm text-muted">{t('text')}</p>
      {addresses.length > 0 && (
        <ul className="grid gap-3">
          {addresses.map((address) => (
            <li
              key={address.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line pb-3 text-sm"
            >
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{address.room ?? t('allRooms')}</p>
                <p className="figures text-muted">
                  {address.lastReadAt === null
                    ? t('unread', { created: when(address.createdAt) })
                    : t('times', {
                        created: when(address.createdAt),
                        read: when(address.lastReadAt),
                      })}
                </p>
              </div>
              <Button
                variant="outline"
                size="sm"
                disabled={pending}
                aria-label={t('removeOf', { room: address.room ?? t('allRooms') })}
                onClick={() => setRemoving(address)}
              >
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
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
      {removing && (
        <Confirm
          title={t('question')}
          text={t('questionText')}
          action={t('remove')}
          pending={pending}
          confirm={() => void remove(removing)}
          close={() => setRemoving(null)}
        />
      )}
    </div>
  )
}
