import type { OwnedService } from '@/lib/catalog/schema'

/** A service as the server hands it to its editor. */
export type EditedService = OwnedService & {
  /** Bookings or members name it: it cannot be removed. */
  isUsed: boolean
}
