import 'server-only'
import { randomUUID } from 'node:crypto'
import { recordChange } from '@/lib/audit/record'
import type { AuditFields } from '@/lib/audit/words'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import type { Locale } from '@/lib/i18n/routing'
import { errorFields, log } from '@/lib/log'
import { failureText } from '@/lib/mail/rules'
import { renderMail } from '@/lib/mail/templates'
import { sendLetter } from '@/lib/mail/transport'
import { classify, noteKeyAccepted, stripe } from '@/lib/payments/client'
import { isKeyRefused } from '@/lib/payments/stripe-errors'
import { currentSite } from '@/lib/settings/queries'
import { mailServer, mailStatus, paymentStatus, stripeKeysId } from './queries'
import type { MailStatus, PaymentResult, PaymentStatus } from './schema'
import { rememberSetup } from './state'

type Check = { actor: string; now: Date }

/**
 * Reads one payment intent, for which the key needs permission, and changes nothing at Stripe. The
 * result is stored and returned; without keys nothing is checked. At most two attempts of ten
 * seconds.
 */
export async function checkPayments({ actor, now }: Check): Promise<PaymentStatus> {
  if (env().payments !== 'off') {
    const result = await askForOne()
    const at = now.toISOString()
    await rememberSetup({ payments: { result, at, keys: stripeKeysId() } })
    await recordCheck(actor, 'payments', { result })
  }
  return paymentStatus()
}

async function askForOne(): Promise<PaymentResult> {
  try {
    await stripe().paymentIntents.list({ limit: 1 })
    await noteKeyAccepted()
    return 'accepted'
  } catch (error) {
    const meaning = await classify(error)
    if (meaning === 'ours') throw error
    log.warn({ ...errorFields(error), meaning }, 'the check of the Stripe keys failed')
    return !isKeyRefused(error) && meaning === 'away' ? 'away' : 'refused'
  }
}

/**
 * At once and not through the queue, so that the caller gets the mail server's answer. The result
 * is stored and returned; the address is not. Without a mail server nothing is sent.
 */
export async function sendTestMail({
  email,
  locale,
  actor,
  now,
}: Check & { email: string; locale: Locale }): Promise<MailStatus> {
  const server = mailServer()
  if (server !== null) {
    const failure = await send(email, locale)
    await rememberSetup({ mail: { failure, at: now.toISOString(), server } })
    await recordCheck(actor, 'mail', { failure })
  }
  return mailStatus()
}

async function send(recipient: string, locale: Locale): Promise<string | null> {
  const studio = await currentSite()
  const rendered = await renderMail({ kind: 'test_mail', payload: {} }, locale, studio)
  try {
    const messageId = `<${randomUUID()}@${new URL(env().SITE_URL).hostname}>`
    await sendLetter({ ...rendered, files: [], studio, recipient, messageId })
    return null
  } catch (error) {
    log.warn({ failure: failureText(error), ...errorFields(error) }, 'the test mail failed')
    return failureText(error)
  }
}

type Checked = AuditFields<'setting'>
const recordCheck = (actor: string, what: 'payments' | 'mail', after: Checked) =>
  recordChange(db(), {
    actor,
    action: 'check',
    entity: 'setting',
    entityId: what,
    before: null,
    after,
  })
