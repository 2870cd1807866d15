import 'server-only'
import type { HouseNames } from '@/lib/audit/words'
import { everyService } from '@/lib/catalog/queries'
import { nameIn } from '@/lib/catalog/rules'
import type { Locale } from '@/lib/i18n/routing'
import { roomChoices } from '@/lib/rooms/queries'

/** What the audit log calls rooms and services, those that are not sold any more too. */
export async function houseNames(locale: Locale): Promise<HouseNames> {
  const [rooms, services] = await Promise.all([roomChoices(locale), everyService()])
  return {
    rooms: Object.fromEntries(rooms.map(({ id, name }) => [id, name])),
    services: Object.fromEntries(services.map((service) => [service.id, nameIn(locale, service)])),
  }
}
