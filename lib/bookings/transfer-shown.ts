import 'server-only'
import type { Booking } from '@/lib/generated/prisma/client'
import { toDecimal } from '@/lib/money'
import { shownQr } from '@/lib/settings/duitnow'
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
  const setting = await currentSetting('transfer')
  const { bank, holder, number } = setting
  const reference = String(booking.id)
  return {
    account:
      booking.status === 'pending' && offersTransfer(setting)
        ? { bank, holder, number, qr: shownQr(setting, { amountSen, reference }) }
        : null,
    ...{ amount: toDecimal(amountSen), reference },
    until: booking.holdExpiresAt?.toISOString() ?? null,
    slipSentAt: booking.slip?.sentAt.toISOString() ?? null,
  }
}
