import 'server-only'
import { createTransport } from 'nodemailer'
import { env } from '@/lib/env'
import type { Site } from '@/lib/settings/site'
import { smtpOptions } from '@/lib/tls'
import type { MailFile } from './attachments'
import { senderOf } from './rules'

const LOOKUP_MS = 10_000
/** Until it greets: some servers look up who connects, and wait for an answer that does not come. */
const CONNECT_MS = 30_000
// Limits the whole delivery, so that it ends before its lease does. A silence within it ends nothing: a
// server that reads a mail before it takes it may have taken it, and would be sent it again.
const DEADLINE_MS = 60_000

type Letter = {
  studio: Pick<Site, 'name' | 'email'>
  recipient: string
  messageId: string
  subject: string
  html: string
  text: string
  files: MailFile[]
  /** The recipient of replies; the studio when absent. An object, so that no name can add an address. */
  replyTo?: { name: string; address: string }
  /** A person wrote it. The Message-ID that it answers; null for none. */
  answers?: string | null
}

const connect = (url: string) =>
  createTransport({
    ...smtpOptions(url),
    pool: true,
    maxConnections: 2,
    // Our own queue retries. If the pool retried by itself, one mail could be delivered twice.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: DEADLINE_MS,
    dnsTimeout: LOOKUP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

const holder = globalThis as { studioMailTransport?: ReturnType<typeof connect> }

/** Not `All`: Exchange would not say either that there is no such mailbox. */
const AUTOMATIC = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
}

/** By SMTP_URL. Throws when it is not set, cannot be reached or refuses. */
export async function sendLetter(letter: Letter): Promise<void> {
  const url = env().SMTP_URL
  if (!url) throw new Error('SMTP_URL is not set')
  holder.studioMailTransport ??= connect(url)
  const { studio } = letter
  await holder.studioMailTransport.sendMail({
    from: senderOf(env().MAIL_FROM, studio.name),
    replyTo: letter.replyTo ?? { name: studio.name, address: studio.email },
    // An object is one address whatever it contains; as text, "a@b, c@d" would be two.
    to: { name: '', address: letter.recipient },
    subject: letter.subject,
    messageId: letter.messageId,
    ...(letter.answers === undefined
      ? { headers: AUTOMATIC }
      : letter.answers !== null && { inReplyTo: letter.answers, references: letter.answers }),
    html: letter.html,
    text: letter.text,
    attachments: letter.files,
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
}

/** Idle connections would keep a finished process alive for half a minute. */
export function closeTransport(): void {
  holder.studioMailTransport?.close()
  delete holder.studioMailTransport
}
