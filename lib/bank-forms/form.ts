import 'server-only'
import { recordChange } from '@/lib/audit/record'
import type { AuditAction } from '@/lib/audit/words'
import { db, transaction, type Prisma, type Tx } from '@/lib/db'
import { newToken, sha256 } from '@/lib/http/request'
import { toLocale } from '@/lib/i18n/routing'
import { queueMail, type WriteMail } from '@/lib/mail/outbox'
import { fullName } from '@/lib/names'
import { refundBarOf } from '@/lib/payments/rules'
import { Problem } from '@/lib/problem'
import { failedPartOf, isOurCurrency, isBeingDisputed, moneyOf } from '@/lib/sales/money'
import { decrypt, encrypt, hasSecretKey } from '@/lib/secrets/encryption'
import { DAY_MS } from '@/lib/time'
import {
  OTHER_BANK,
  type AccountInput,
  type BankAccount,
  type BankFormShown,
  type FormStanding,
  type FormState,
} from './schema'

// Where a customer enters the account to which the studio transfers money that cannot go back the way
// it came (docs/decisions/053).

const FORM_DAYS = 14

const include = {
  bankForm: true,
  booking: { select: { firstName: true, lastName: true, email: true, locale: true } },
  order: { select: { customerName: true, customerEmail: true, locale: true } },
} satisfies Prisma.PaymentInclude
type Asked = Prisma.PaymentGetPayload<{ include: typeof include }>

/** What of a payment waits for the studio to give it back itself, in sen; 0 where nothing does. */
function waitingSen(payment: Asked, now: Date): number {
  const isOurs =
    payment.stripePaymentIntentId === null
      ? payment.reason === 'offline_refund'
      : refundBarOf(payment, now) !== null
  if (!isOurs || isBeingDisputed(payment) || !isOurCurrency(payment)) return 0
  if (payment.outcome === 'confirmed') return failedPartOf(payment)
  if (payment.outcome !== 'needs_attention') return 0
  const { atStudioSen, stuckSen, lookedAfterSen } = moneyOf([payment])
  return atStudioSen + stuckSen - lookedAfterSen
}

function stateOf(payment: Asked, form: NonNullable<Asked['bankForm']>, now: Date): FormState {
  if (waitingSen(payment, now) === 0) return 'given_back'
  if (form.answeredAt !== null) return 'answered'
  return form.expiresAt <= now ? 'ended' : 'open'
}

const about = (paymentId: number): string => `bank form:${paymentId}`

/** Who is asked; null where nobody can be. */
function customerOf({ booking, order }: Asked) {
  const customer = booking
    ? { name: fullName(booking), email: booking.email, locale: booking.locale }
    : order && { name: order.customerName, email: order.customerEmail, locale: order.locale }
  return customer && customer.email !== '' ? customer : null
}

/** Locked, with its form. Throws not_found. */
async function lockedPayment(tx: Tx, id: number): Promise<Asked> {
  await tx.$executeRaw`SELECT 1 FROM payments WHERE id = ${id} FOR UPDATE`
  const payment = await tx.payment.findUnique({ where: { id }, include })
  if (!payment) throw new Problem('not_found')
  return payment
}

type Act = { id: number; actor: string; now: Date }

const record = (tx: Tx, id: number, actor: string, action: AuditAction) =>
  recordChange(tx, { actor, action, entity: 'payment', entityId: id, before: null, after: null })

/**
 * Mails the customer of a payment a link to the form, for fourteen days; one that was sent before ends,
 * with its answer. Throws not_found, and not_changeable where nothing waits to be given back, the
 * customer has no email, or there is no key to encrypt the answer with.
 */
export const askForAccount = ({ id, actor, now }: Act): Promise<void> =>
  transaction(async (tx) => {
    const payment = await lockedPayment(tx, id)
    if (waitingSen(payment, now) === 0)
      throw new Problem('not_changeable', { sentence: 'payment_settled' })
    const customer = customerOf(payment)
    if (!customer) throw new Problem('not_changeable', { sentence: 'bank_form_no_email' })
    if (!hasSecretKey()) throw new Problem('not_changeable', { sentence: 'bank_form_no_key' })
    const token = newToken()
    const data = {
      ...{ tokenHash: sha256(token), sealed: null, answeredAt: null, createdAt: now },
      expiresAt: new Date(now.getTime() + FORM_DAYS * DAY_MS),
    }
    await tx.bankForm.upsert({
      where: { paymentId: id },
      create: { paymentId: id, ...data },
      update: data,
    })
    const { bookingId, orderId } = payment
    await queueMail(tx, {
      kind: 'bank_form',
      payload: { code: token },
      recipient: customer.email,
      locale: toLocale(customer.locale),
      dedupeKey: `bank_form:${data.tokenHash}`,
      ...(bookingId !== null && { bookingId }),
      ...(orderId !== null && { orderId }),
    })
    await record(tx, id, actor, 'ask_account')
  })

/** The link ends, and what was entered is deleted. Throws not_found. */
export const withdrawForm = ({ id, actor }: Act): Promise<void> =>
  transaction(async (tx) => {
    await lockedPayment(tx, id)
    if (!(await withdraw(tx, id, actor))) throw new Problem('not_found')
  })

/** Of all payments of a booking whose email was another inbox: the links are there. */
export async function withdrawFormsOf(tx: Tx, bookingId: number, actor: string): Promise<void> {
  const payments = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM payments WHERE booking_id = ${bookingId} ORDER BY id FOR UPDATE`
  for (const { id } of payments) await withdraw(tx, id, actor)
}

/** Of a locked payment, which nobody answers meanwhile; false where there is no form. */
async function withdraw(tx: Tx, paymentId: number, actor: string): Promise<boolean> {
  const { count } = await tx.bankForm.deleteMany({ where: { paymentId } })
  if (count > 0) await record(tx, paymentId, actor, 'withdraw_account')
  return count > 0
}

/** What the console shows of it. Throws not_found. */
export async function formStanding(id: number, now: Date): Promise<FormStanding> {
  const payment = await db().payment.findUnique({ where: { id }, include })
  if (!payment) throw new Problem('not_found')
  const { bankForm: form } = payment
  const amountSen = waitingSen(payment, now)
  return {
    state: form ? stateOf(payment, form, now) : 'none',
    until: form?.expiresAt.toISOString() ?? null,
    ...{ amountSen, canAsk: amountSen > 0 && customerOf(payment) !== null },
    hasAccount: form?.sealed != null,
  }
}

/** What was entered, decrypted. Throws unavailable when its key is gone. */
export const bankAccountOf = ({ paymentId, sealed }: { paymentId: number; sealed: string }) =>
  JSON.parse(decrypt(sealed, about(paymentId))) as BankAccount

/** Shows the account, and says in the audit log that it was shown. Throws not_found, unavailable. */
export const showAccount = ({ id, actor }: Act): Promise<BankAccount> =>
  transaction(async (tx) => {
    const form = await tx.bankForm.findUnique({ where: { paymentId: id } })
    if (!form || form.sealed === null) throw new Problem('not_found')
    await record(tx, id, actor, 'show_account')
    return bankAccountOf({ paymentId: id, sealed: form.sealed })
  })

/** Called once all is given back: the account is not needed any more. */
export const forgetAccount = (tx: Tx, paymentId: number) =>
  tx.bankForm.updateMany({ where: { paymentId }, data: { sealed: null } })

/** What the customer's page shows. Throws not_found for an unknown token. */
export async function shownForm(token: string, now: Date): Promise<BankFormShown> {
  const form = await db().bankForm.findUnique({
    where: { tokenHash: sha256(token) },
    include: { payment: { include } },
  })
  if (!form) throw new Problem('not_found')
  const { payment, expiresAt } = form
  return {
    state: stateOf(payment, form, now),
    amountSen: waitingSen(payment, now),
    until: expiresAt.toISOString(),
  }
}

const REFUSALS = {
  answered: 'bank_form_answered',
  given_back: 'bank_form_given_back',
  ended: 'bank_form_ended',
} as const

/** Keeps the customer's account, once. Throws not_found, and not_changeable with the reason. */
export async function answerForm(
  { token, bank, otherBank, holder, number }: AccountInput & { token: string },
  now: Date,
): Promise<void> {
  const tokenHash = sha256(token)
  const found = await db().bankForm.findUnique({ where: { tokenHash } })
  if (!found) throw new Problem('not_found')
  await transaction(async (tx) => {
    const payment = await lockedPayment(tx, found.paymentId)
    const { bankForm: form } = payment
    // Another link may have been sent since.
    if (form?.tokenHash !== tokenHash) throw new Problem('not_found')
    const state = stateOf(payment, form, now)
    if (state !== 'open') throw new Problem('not_changeable', { sentence: REFUSALS[state] })
    const account: BankAccount = {
      ...{ bank: bank === OTHER_BANK ? (otherBank ?? '') : bank, holder, number },
    }
    await tx.bankForm.update({
      where: { paymentId: payment.id },
      data: { sealed: encrypt(JSON.stringify(account), about(payment.id)), answeredAt: now },
    })
    await record(tx, payment.id, 'customer', 'answer_account')
  })
}

/** Its mail, with the sum of this moment; none for a form that is not open. */
export async function bankFormOf(code: string, now: Date): ReturnType<WriteMail> {
  const form = await db().bankForm.findUnique({
    where: { tokenHash: sha256(code) },
    include: { payment: { include } },
  })
  const customer = form && customerOf(form.payment)
  if (!form || !customer || stateOf(form.payment, form, now) !== 'open')
    return { untrue: 'bank_form_ended' }
  const { bookingId, orderId } = form.payment
  return {
    letter: {
      kind: 'bank_form',
      payload: {
        ...{ code, name: customer.name, amountSen: waitingSen(form.payment, now) },
        about: bookingId === null ? { order: orderId ?? 0 } : { booking: bookingId },
        expiresAt: form.expiresAt.toISOString(),
      },
    },
  }
}
