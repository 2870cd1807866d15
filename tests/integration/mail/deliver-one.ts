// Run in a process of its own by delivery.test.ts, which kills it while the SMTP server keeps it
// waiting.
import { deliverMails } from '@/lib/mail/outbox'

await deliverMails({
  now: new Date(),
  limit: 1,
  write: async () => ({ letter: { kind: 'test_mail', payload: {} } }),
})
