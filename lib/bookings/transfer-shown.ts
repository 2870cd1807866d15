import 'server-only'
import type { Booking } from '@/lib/generated/prisma/client'
import { toDecimal } from '@/lib/money'
import { askingQr } from '@/lib/settings/duitnow'
import { currentSetting } from '@/lib/settings/queries'
import { offersTransfer } from '@/lib/settings/transfer'
import type { ManagedTransfer } from './schema'
import { takesSlip } from './status'

type Shown = Booking & { slip: { sentAt: Date } | null }

/** What the booking's page says of its transfer; null where none is waited for. */
export async function transferShown(
  booking: Shown,
  amountSen: number,
): Promise<ManagedTransfer | null> {
  if (!takesSlip(booking)) return null
  const { bank, holder, number, duitnow, ...setting } = await currentSetting('transfer')
  const reference = String(booking.id)
  const isOffered = offersTransfer({ bank, holder, number, duitnow, ...setting })
  return {
    account:
      booking.status === 'pending' && isOffered
        ? { bank, holder, number, qr: askingQr(duitnow, { amountSen, reference }) }
        : null,
    ...{ amount: toDecimal(amountSen), reference },
    until: booking.holdExpiresAt?.toISOString() ?? null,
    slipSentAt: booking.slip?.sentAt.toISOString() ?? null,
  }
}
