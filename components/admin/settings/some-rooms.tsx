'use client'
import { useTranslations } from 'next-intl'
import type { FieldValues } from 'react-hook-form'
import { CheckEntry } from '@/components/admin/shared/form'

export type NamedRoom = { id: number; name: string }

type Props = { at?: string; rooms: readonly NamedRoom[]; chosen: readonly number[] | undefined }

/** For which rooms it is, in a house with several; none: for all. */
export function SomeRooms({ at = '', rooms, chosen = [] }: Props) {
  const t = useTranslations('admin.settings.someRooms')
  if (rooms.length < 2) return null
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-medium">{t('label')}</legend>
      <p className="text-sm text-muted">{t('hint')}</p>
      {rooms.map(({ id, name }) => (
        <CheckEntry
          key={id}
          name={`${at}rooms.room${id}`}
          label={name}
          defaultChecked={chosen.includes(id)}
        />
      ))}
    </fieldset>
  )
}

/** What its fields say, as it is sent; what is stored stays where there is no choice. */
export function withRoomIds(
  { rooms: ticked, ...typed }: FieldValues,
  rooms: readonly NamedRoom[],
  stored: readonly number[] | undefined,
): FieldValues {
  if (rooms.length < 2) return stored ? { ...typed, roomIds: stored } : typed
  const isTicked = (ticked ?? {}) as Record<string, unknown>
  return {
    ...typed,
    roomIds: rooms.flatMap(({ id }) => (isTicked[`room${id}`] ? id : [])),
  }
}

/** Its rooms by their names; empty where it is for all. */
export const roomNames = (
  chosen: readonly number[] | undefined,
  rooms: readonly NamedRoom[],
): string =>
  rooms
    .filter(({ id }) => chosen?.includes(id))
    .map(({ name }) => name)
    .join(', ')
