import { translator } from '@/lib/i18n/messages'
import { formatRM } from '@/lib/money'
import { isStudioMethod, STUDIO_METHODS, UNSAID_METHOD } from '@/lib/sales/money'
import { taxLabelIn } from '@/lib/settings/tax'
import { longDate, studioDate } from '@/lib/time'
import type { IssuedDocument, Party, Sheet } from './schema'

const METHODS = ['card', 'fpx', 'grabpay', ...STUDIO_METHODS, UNSAID_METHOD] as const

/**
 * The content of a document. Without the seller's tax registration it states that it is not a tax
 * invoice.
 */
export function sheetOf(document: IssuedDocument): Sheet {
  const { kind, number, locale, seller, lines, price, tax, method, reference } = document
  const { issuedAt, paidAt } = document
  const isLate = paidAt !== null && studioDate(paidAt) !== studioDate(issuedAt)
  const t = translator(locale, 'receipt')
  const day = (instant: Date) => longDate(studioDate(instant), locale)
  const paidBy = METHODS.find((one) => one === method)
  const fact = (label: string, value: string | null | undefined) =>
    value ? [{ label, value }] : []
  const named = (id: number | null) => (id === null ? null : `#${id}`)
  return {
    title: t(`kinds.${kind}`),
    number,
    facts: [
      ...fact(t('number'), number),
      ...fact(t('date'), day(issuedAt)),
      ...fact(t('paidOn'), isLate ? day(paidAt) : null),
      ...fact(t('corrects'), document.receiptNumber),
      ...fact(t('booking'), named(document.bookingId)),
      ...fact(t('order'), named(document.orderId)),
      ...fact(t('poNumber'), document.buyer.billing?.poNumber),
      ...fact(t('paidBy'), paidBy && kind === 'receipt' ? t(`methods.${paidBy}`) : null),
      ...fact(t(kind === 'receipt' ? 'reference' : 'refundReference'), reference),
      ...fact(t('reissued'), document.reissuedAt && day(document.reissuedAt)),
    ],
    seller: sellerParty(document),
    buyer: buyerParty(document),
    columns: { text: t('description'), amount: t('amount') },
    lines: lines.map(({ text, amountSen }) => ({ text, amount: formatRM(amountSen) })),
    sums: [
      { label: t('subtotal'), amount: formatRM(price.subtotalSen) },
      ...(price.taxSen > 0
        ? [
            {
              label: t('tax', {
                label: taxLabelIn(tax.label, {
                  tax: t('taxWord'),
                  serviceCharge: t('serviceChargeWord'),
                }),
                rate: tax.basisPoints / 100,
              }),
              amount: formatRM(price.taxSen),
            },
          ]
        : []),
    ],
    total: { label: t(`totals.${kind}`), amount: formatRM(price.totalSen) },
    notes: [
      ...(seller.taxRegistration ? [] : [t('noTaxInvoice')]),
      ...(kind === 'credit_note' && !isStudioMethod(method) ? [t('refundNote')] : []),
      t('generated'),
    ],
  }
}

function sellerParty({ seller, locale }: IssuedDocument): Party {
  const t = translator(locale, 'receipt')
  return {
    label: t('seller'),
    name: seller.name,
    lines: [
      ...(seller.registration ? [t('registration', { number: seller.registration })] : []),
      ...(seller.tin ? [t('tin', { number: seller.tin })] : []),
      ...(seller.taxRegistration ? [t('taxRegistration', { number: seller.taxRegistration })] : []),
      seller.address,
      seller.email,
      seller.phone,
    ],
  }
}

function buyerParty({ buyer, locale }: IssuedDocument): Party {
  const t = translator(locale, 'receipt')
  const { billing } = buyer
  return {
    label: t('buyer'),
    name: billing?.company ?? buyer.name,
    lines: [
      ...(billing?.company ? [buyer.name] : []),
      ...(billing?.companyRegistration
        ? [t('registration', { number: billing.companyRegistration })]
        : []),
      ...(billing?.companyTin ? [t('tin', { number: billing.companyTin })] : []),
      ...(billing?.companyAddress?.split(/\r\n|\r|\n/) ?? []),
      buyer.email,
      buyer.phone ?? '',
    ].filter(Boolean),
  }
}
