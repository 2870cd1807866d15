import 'server-only'
import { createTransport } from 'nodemailer'
import { env } from '@/lib/env'
import { SITE } from '@/lib/site'
import type { CalendarFile } from './calendar'

const TIMEOUT_MS = 10_000
// The timeouts above count silence; this counts the whole sending, so that it ends before its lease does.
const DEADLINE_MS = 60_000

export type Letter = {
  recipient: string
  messageId: string
  subject: string
  html: string
  text: string
  files: CalendarFile[]
  /** Whom an answer should reach; the studio when absent. As an object, so that no name can add an address. */
  replyTo?: { name: string; address: string }
}

const connect = (url: string) =>
  createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // Our own queue retries. The pool sending again by itself could deliver one mail twice.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

const holder = globalThis as { studioMailTransport?: ReturnType<typeof connect> }

/** Hands one mail to the SMTP server of SMTP_URL. Throws when it is not set, cannot be reached or refuses. */
export async function sendLetter(letter: Letter): Promise<void> {
  const url = env().SMTP_URL
  if (!url) throw new Error('SMTP_URL is not set')
  holder.studioMailTransport ??= connect(url)
  await holder.studioMailTransport.sendMail({
    from: env().MAIL_FROM,
    replyTo: letter.replyTo ?? { name: SITE.name, address: SITE.email },
    // As an object the address is one address whatever it contains; as text, "a@b, c@d" would be two.
    to: { name: '', address: letter.recipient },
    subject: letter.subject,
    messageId: letter.messageId,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    html: letter.html,
    text: letter.text,
    attachments: letter.files.map(({ filename, content, method }) => ({
      filename,
      content,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
    })),
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
}

/** Closes idle SMTP connections, which would otherwise keep a finished process alive for half a minute. */
export function closeTransport(): void {
  holder.studioMailTransport?.close()
  delete holder.studioMailTransport
}
