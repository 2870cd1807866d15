// Run in a process of its own by undo.test.ts, which kills it right after the act.
import { cancelBooking } from '@/lib/bookings/cancel'

await cancelBooking({
  ...{ id: Number(process.env.BOOKING), refund: 'full', actor: 'owner', now: new Date() },
})
process.stdout.write('done')
await new Promise((never) => setTimeout(never, 60_000))
