// Who sells and who buys: on a receipt as at the sale, on a note those of the receipt that it corrects.
import { lengthOf } from '@/lib/availability/rules'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import { issueMissingDocuments } from '@/lib/payments/documents'
import { saveSetting } from '@/lib/settings/change'
import { currentSetting } from '@/lib/settings/queries'
import type { SettingKey } from '@/lib/settings/schema'
import { settlements } from '@/lib/settlements'
import { DEFAULT_TAX } from '@/lib/settings/tax'
import { changeBilling } from '@/lib/receipts/billing'
import { NO_COMPANY, openShop } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'

const shop = openShop()
const COMPANY = { ...NO_COMPANY, company: 'Contoh Sdn. Bhd.' }
const documents = () =>
  shop.rows(`SELECT kind, seller ->> 'taxRegistration' AS registration,
    buyer -> 'billing' ->> 'company' AS company FROM receipts ORDER BY id`)
const sellers = () =>
  shop.rows(`SELECT seller ->> 'name' AS name, seller ->> 'taxRegistration' AS registration,
    seller ->> 'tin' AS tin, tax_amount::text AS tax FROM receipts ORDER BY id`)
const set = (key: SettingKey, value: object) =>
  saveSetting({ key, value: { ...value }, version: undefined, actor: 'owner' })
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
      tell: async () => {},
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
    await shop.payments.letBanksAnswer()
    await shop.payments.release()
    const [mail] = await tellAll()
    expect(mail?.letter?.payload).toMatchObject({ news: { documents: [1, 2, 3] } })
  })
})

// Seen in invoicing systems that print today's settings on yesterday's sale.
describe('real life: a receipt', () => {
  const switchedOff = { ...DEFAULT_TAX, kind: 'none', basisPoints: 0, registration: '' }

  test('that is issued late names the seller as they were when the money came', async () => {
    await setRegistration('W10-1808-32000001')
    const einvoice = await currentSetting('einvoice')
    await set('einvoice', { ...einvoice, tin: 'C1234567890' })
    const { legalName, ...site } = await currentSetting('site')
    await shop.sold()
    const atOnce = await sellers()
    await shop.rows(`DELETE FROM receipts`)
    await shop.rows(`DELETE FROM receipt_counters`)
    await set('site', { ...site, legalName: 'Baharu Sdn. Bhd.' })
    await set('site', { ...site, legalName: 'Terbaharu Sdn. Bhd.' })
    await set('einvoice', { ...einvoice, tin: 'C9999999999' })
    await set('tax', switchedOff)
    await issueMissingDocuments(settlements)
    expect(await sellers()).toEqual(atOnce)
    expect(atOnce).toEqual([
      { name: legalName, registration: 'W10-1808-32000001', tin: 'C1234567890', tax: '8.17' },
    ])
  })

  const upgrade = async () => {
    const { booking } = await shop.sold({ serviceId: 2, time: '10:00' })
    return async () => {
      const { clientSecret } = await upgradeSecret({
        bookingId: booking,
        length: lengthOf({ duration: 'half-day' }),
        addOns: [],
        amountSen: 718_78,
        now: new Date(),
      })
      await shop.payments.pay(clientSecret.split('_secret_')[0] ?? '')
      await shop.payments.release()
    }
  }

  test('of an upgrade has the registration under which its tax was sold', async () => {
    await setRegistration('W10-1808-32000001')
    const pay = await upgrade()
    await set('tax', switchedOff)
    await pay()
    expect(await sellers()).toMatchObject([
      { registration: 'W10-1808-32000001', tax: '20.46' },
      { registration: 'W10-1808-32000001', tax: '54.78' },
    ])
  })

  test('of an upgrade claims no registration that came after the sale', async () => {
    const pay = await upgrade()
    await setRegistration('W10-1808-32000001')
    await pay()
    expect(await sellers()).toMatchObject([{ registration: '' }, { registration: '' }])
  })
})
