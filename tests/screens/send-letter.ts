// Run in a process of its own by mails.spec.ts: sends one mail to the catcher.
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Locale } from '@/lib/i18n/routing'
import type { Letter } from '@/lib/mail/schema'
import { renderMail } from '@/lib/mail/templates'
import { closeTransport, sendLetter } from '@/lib/mail/transport'
import { DEFAULT_SITE } from '@/lib/settings/site'

const { letter, recipient, language } = JSON.parse(await text(process.stdin)) as {
  letter: Letter
  recipient: string
  language: Locale
}
const rendered = await renderMail(letter, language, DEFAULT_SITE)
const messageId = `<${randomUUID()}@localhost>`
await sendLetter({ ...rendered, files: [], studio: DEFAULT_SITE, recipient, messageId })
closeTransport()
