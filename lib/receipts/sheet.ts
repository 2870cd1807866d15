import { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { isStudioMethod, STUDIO_METHODS, UNSAID_METHOD } from '@/lib/sales/money'
import { taxLabelIn } from '@/lib/settings/tax'
import { longDate, studioDate } from '@/lib/time'
import { addressLines } from './company'
import type { IssuedDocument, Party, Sheet } from './schema'

const METHODS = ['card', 'fpx', 'grabpay', ...STUDIO_METHODS, UNSAID_METHOD] as const

type Words = ReturnType<typeof translator<'receipt'>>
type Say = (words: Words, language: Locale) => string

/** In the document's language, and in English beside it: finance departments read English. */
function beside(locale: Locale, between: string) {
  return (say: Say): string => {
    const own = say(translator(locale, 'receipt'), locale)
    const english = say(translator('en', 'receipt'), 'en')
    return own === english ? own : own + between + english
  }
}

/** Without the seller's tax registration it states that it is not a tax invoice. */
export function sheetOf(document: IssuedDocument): Sheet {
  const { kind, number, locale, seller, lines, price, tax, method, reference } = document
  const { issuedAt, paidAt } = document
  const isLate = paidAt !== null && studioDate(paidAt) !== studioDate(issuedAt)
  const both = beside(locale, ' / ')
  const sentences = beside(locale, ' ')
  const day = (instant: Date) => both((_, language) => longDate(studioDate(instant), language))
  const paidBy = METHODS.find((one) => one === method)
  const fact = (label: Say, value: string | null | undefined) =>
    value ? [{ label: both(label), value }] : []
  const named = (id: number | null) => (id === null ? null : `#${id}`)
  const isReceipt = kind === 'receipt'
  const chargeOf = (t: Words) =>
    taxLabelIn(tax.label, { tax: t('taxWord'), serviceCharge: t('serviceChargeWord') })
  return {
    title: both((t) => t(`kinds.${kind}`)),
    number,
    facts: [
      ...fact((t) => t('number'), number),
      ...fact((t) => t('date'), day(issuedAt)),
      ...fact((t) => t('paidOn'), isLate ? day(paidAt) : null),
      ...fact((t) => t('corrects'), document.receiptNumber),
      ...fact((t) => t('booking'), named(document.bookingId)),
      ...fact((t) => t('order'), named(document.orderId)),
      ...fact((t) => t('poNumber'), document.buyer.billing?.poNumber),
      ...fact((t) => t('paidBy'), paidBy && isReceipt ? both((t) => t(`methods.${paidBy}`)) : null),
      ...fact((t) => t(isReceipt ? 'reference' : 'refundReference'), reference),
      ...fact((t) => t('reissued'), document.reissuedAt && day(document.reissuedAt)),
    ],
    seller: sellerParty(document),
    buyer: buyerParty(document),
    columns: { text: both((t) => t('description')), amount: both((t) => t('amount')) },
    lines: lines.map(({ text, english, amountSen }) => ({
      text,
      english: locale === 'en' || text === english ? null : english,
      amount: formatRM(amountSen),
    })),
    sums: [
      { label: both((t) => t('subtotal')), amount: formatRM(price.subtotalSen) },
      ...(price.taxSen > 0
        ? [
            {
              label: both((t) => t('tax', { label: chargeOf(t), rate: tax.basisPoints / 100 })),
              amount: formatRM(price.taxSen),
            },
          ]
        : []),
    ],
    total: { label: both((t) => t(`totals.${kind}`)), amount: formatRM(price.totalSen) },
    notes: [
      ...(seller.taxRegistration ? [] : [sentences((t) => t('noTaxInvoice'))]),
      ...(kind === 'credit_note' && !isStudioMethod(method)
        ? [sentences((t) => t('refundNote'))]
        : []),
      sentences((t) => t('generated')),
    ],
  }
}

function sellerParty({ seller, locale }: IssuedDocument): Party {
  const both = beside(locale, ' / ')
  const { registration, tin, taxRegistration } = seller
  return {
    label: both((t) => t('seller')),
    name: seller.name,
    lines: [
      ...numbered(locale, 'registration', registration),
      ...numbered(locale, 'tin', tin),
      ...numbered(locale, 'taxRegistration', taxRegistration),
      seller.address,
      seller.email,
      seller.phone,
    ],
  }
}

const NUMBERED: Record<string, 'myKad' | 'passport'> = { NRIC: 'myKad', PASSPORT: 'passport' }

/** A number after what it is. */
const numbered = (
  locale: Locale,
  what: 'registration' | 'tin' | 'taxRegistration' | 'myKad' | 'passport',
  number: string | null | undefined,
): string[] =>
  number ? [`${beside(locale, ' / ')((t) => t(what, { number: '' }).trim())} ${number}`] : []

function buyerParty({ buyer, locale }: IssuedDocument): Party {
  const both = beside(locale, ' / ')
  const { billing } = buyer
  return {
    label: both((t) => t('buyer')),
    name: billing?.company ?? buyer.name,
    lines: [
      ...(billing?.company ? [buyer.name] : []),
      ...numbered(
        locale,
        NUMBERED[billing?.companyIdKind ?? ''] ?? 'registration',
        billing?.companyRegistration,
      ),
      ...numbered(locale, 'tin', billing?.companyTin),
      ...numbered(locale, 'taxRegistration', billing?.companySst),
      ...(billing ? addressLines(billing) : []),
      buyer.email,
      buyer.phone ?? '',
    ].filter(Boolean),
  }
}
