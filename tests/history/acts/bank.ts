import { onEverything, onOne, type Act } from '../act'
import { intentsThat } from '../intents'
import { atStripe, sandboxNow } from '../network'
import { withSubjects } from '../rows'
import { isAfterSession, tally } from '../tried'
import type { World } from '../world'

const bank = { group: 'bank', on: ['booking', 'order'] } as const

/** What of a charge no dispute is about. */
const disputableSen = ({ id, amount }: { id: string; amount: number }): number =>
  sandboxNow()
    .store.all('dispute')
    .filter(({ charge }) => charge === id)
    .reduce((left, dispute) => left - dispute.amount, amount)

const disputesIn = (world: World, statuses: readonly string[]) =>
  withSubjects(
    world,
    sandboxNow()
      .store.all('dispute')
      .filter(({ status }) => statuses.includes(status)),
    ({ payment_intent }) => payment_intent,
  )

export const BANK = {
  authorize: onOne(
    {
      ...bank,
      takes: 'tried',
      promises: 'what a bank decides, however late, is followed',
      among: (world) =>
        withSubjects(
          world,
          intentsThat(({ status }) => status === 'requires_action' || status === 'processing'),
          ({ id }) => id,
        ),
    },
    async (world, step, intent) => {
      const { part } = step.data
      // Half an approval: the bank or wallet answers later. For a card that is no answer.
      const isSlow = part === 0.5 && intent.next_action?.type === 'redirect_to_url'
      const outcome = part === 1 ? 'succeed' : isSlow ? 'pending' : 'fail'
      if (outcome === 'succeed' && (await isAfterSession(world, intent.id)))
        tally(world, 'a late word of the bank after the session')
      await atStripe('POST', '/_sandbox/authorize', { payment_intent: intent.id, outcome })
      return `${intent.id.slice(-4)} ${outcome}`
    },
  ),

  dispute: onOne(
    {
      ...bank,
      takes: 'paid',
      promises: 'the owner is shown a dispute, and what it is about',
      among: (world) =>
        withSubjects(
          world,
          sandboxNow()
            .store.all('charge')
            .filter((one) => one.paid && disputableSen(one) > 0),
          ({ payment_intent }) => payment_intent,
        ),
    },
    async (_, step, charge) => {
      const left = disputableSen(charge)
      const amount = Math.max(1, Math.floor(left * step.data.part))
      const { status: answered } = await atStripe('POST', '/_sandbox/dispute', {
        payment_intent: charge.payment_intent,
        amount,
      })
      return `${String(charge.payment_intent).slice(-4)} ${amount} of ${left} → ${answered}`
    },
  ),

  // Before it is, the owner has answered it in Stripe's dashboard.
  answerDispute: onOne(
    {
      ...bank,
      takes: 'paid',
      promises: 'a dispute that was answered asks for nothing until the bank has decided',
      among: (world) => disputesIn(world, ['needs_response']),
    },
    async (_, __, dispute) => {
      const { payment_intent, amount } = dispute
      await atStripe('POST', '/_sandbox/dispute', { payment_intent, outcome: 'answered' })
      return `${String(payment_intent).slice(-4)} ${amount}`
    },
  ),

  closeDispute: onOne(
    {
      ...bank,
      takes: 'paid',
      promises: 'what a dispute took is lost, and what it left is kept',
      among: (world) => disputesIn(world, ['needs_response', 'under_review']),
    },
    async (_, step, dispute) => {
      const outcome = step.data.flag ? 'won' : 'lost'
      await atStripe('POST', '/_sandbox/dispute', {
        payment_intent: dispute.payment_intent,
        outcome,
      })
      return `${String(dispute.payment_intent).slice(-4)} ${dispute.amount} ${outcome}`
    },
  ),

  payOut: onEverything(
    {
      group: 'bank',
      promises: 'what is paid out is listed by its payments, to the sen',
      ready: () => sandboxNow().store.all('balance_transaction').length > 0,
    },
    async () => {
      const { status, body } = await atStripe('POST', '/_sandbox/payout')
      return status < 400 ? `${String(body.amount)}` : `refused by Stripe: ${status}`
    },
  ),

  finishRefund: onOne(
    {
      ...bank,
      takes: 'paid',
      promises: 'a refund that fails is shown to the owner, over what could not go back',
      among: (world) =>
        withSubjects(
          world,
          sandboxNow()
            .store.all('refund')
            .filter(({ status }) => status === 'pending'),
          ({ payment_intent }) => payment_intent,
        ),
    },
    async (_, step, refund) => {
      const outcome = step.data.flag ? 'succeeded' : 'failed'
      await atStripe('POST', '/_sandbox/finish_refund', { refund: refund.id, outcome })
      return `${String(refund.payment_intent).slice(-4)} ${outcome}`
    },
  ),
} as const satisfies Record<string, Act>
