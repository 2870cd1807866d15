// Who sells and who buys on a note: those of the receipt that it corrects.
import { setTimeout as sleep } from 'node:timers/promises'
import { saveSetting } from '@/lib/settings/change'
import { DEFAULT_TAX } from '@/lib/settings/tax'
import { changeBilling } from '@/lib/receipts/billing'
import { NO_COMPANY, openShop } from '@/tests/support/shop'

const shop = openShop()
const COMPANY = { ...NO_COMPANY, company: 'Contoh Sdn. Bhd.' }
const documents = () =>
  shop.rows(`SELECT kind, seller ->> 'taxRegistration' AS registration,
    buyer -> 'billing' ->> 'company' AS company FROM receipts ORDER BY id`)
const setRegistration = (registration: string) =>
  saveSetting({
    key: 'tax',
    value: { ...DEFAULT_TAX, registration },
    version: undefined,
    actor: 'owner',
  })
const giveBack = async (intent: string, amount?: number) => {
  await shop.payments.control('refund', { payment_intent: intent, amount })
  await shop.payments.release()
}

// Seen in invoicing systems that print today's settings on yesterday's sale.
describe('real life: a note', () => {
  test('has the tax registration of its receipt', async () => {
    await setRegistration('W10-1808-32000001')
    const { intent } = await shop.sold()
    await setRegistration('')
    await giveBack(intent)
    expect(await documents()).toMatchObject([
      { kind: 'receipt', registration: 'W10-1808-32000001' },
      { kind: 'credit_note', registration: 'W10-1808-32000001' },
    ])
  })

  test('is billed to the company of its receipt, which a later month cannot change', async () => {
    const { booking, intent } = await shop.sold(COMPANY)
    await shop.rows(`UPDATE receipts SET issued_at = issued_at - interval '2 months'`)
    await giveBack(intent, 10_00)
    const token = await shop.tokenOf(booking)
    const change = changeBilling({
      token,
      billing: { ...NO_COMPANY, company: 'Lain Sdn. Bhd.' },
      now: new Date(),
    })
    await expect(change).rejects.toMatchObject({ code: 'not_changeable' })
    expect((await documents()).map(({ company }) => company)).toEqual([
      'Contoh Sdn. Bhd.',
      'Contoh Sdn. Bhd.',
    ])
  })

  test('about a refund that did not arrive is sent to the customer', async () => {
    const { intent } = await shop.sold({}, 'pm_card_refundFail')
    await giveBack(intent)
    await sleep(2_300) // longer than the sandbox's banks take
    await shop.payments.release()
    expect(
      await shop.rows(
        `SELECT kind, payload ->> 'documentId' AS document FROM mails WHERE kind LIKE '%note' ORDER BY id`,
      ),
    ).toEqual([
      { kind: 'credit_note', document: '2' },
      { kind: 'debit_note', document: '3' },
    ])
  })
})
