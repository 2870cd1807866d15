'use client'
import { useTranslations } from 'next-intl'
import { createContext, useContext } from 'react'
import { ChoiceEntry } from '@/components/admin/shared/form'
import { DialogFrame } from '@/components/admin/shared/kept'
import type { Elements } from '@/components/ui/elements'
import type { RoomChoice } from '@/lib/rooms/schema'

const Rooms = createContext<readonly RoomChoice[]>([])

/** The rooms of the house, for what is inside and the dialogs that are opened there. */
export const HouseRooms = ({
  rooms,
  children,
}: {
  rooms: readonly RoomChoice[]
  children: Elements
}) => (
  <Rooms value={rooms}>
    <DialogFrame>{children}</DialogFrame>
  </Rooms>
)

/** Its name, in a house with several rooms. */
export function useRoomName(id: number): string | null {
  const rooms = useContext(Rooms)
  return rooms.length > 1 ? (rooms.find((room) => room.id === id)?.name ?? null) : null
}

/** The names of those in which a service is sold, in a house with several rooms. */
export function useSoldIn(serviceId: number): string[] | null {
  const rooms = useContext(Rooms)
  const serving = useRoomsServing(serviceId)
  return rooms.length > 1 ? serving.map(({ name }) => name) : null
}

/** Those in which an administrator can book this service. */
export const useRoomsServing = (serviceId: number): RoomChoice[] =>
  useContext(Rooms).filter(
    ({ state, serviceIds }) => state !== 'retired' && serviceIds.includes(serviceId),
  )

/** The room chosen in a form among these; null: any. */
export const chosenRoom = (value: unknown, rooms: readonly RoomChoice[]): number | null =>
  rooms.find(({ id }) => String(id) === value)?.id ?? null

/** The field for the room, where there are several. */
export function RoomEntry({
  rooms,
  any,
  clears,
}: {
  rooms: readonly RoomChoice[]
  any: string
  clears: string
}) {
  const t = useTranslations('admin.bookings.rooms')
  if (rooms.length < 2) return null
  return (
    <ChoiceEntry
      name="roomId"
      label={t('room')}
      clears={clears}
      options={[['', any], ...rooms.map(({ id, name }) => [String(id), name] as const)]}
    />
  )
}
