'use client'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useEffect, useMemo } from 'react'
import { CheckoutDialog } from '@/components/checkout/checkout-dialog'
import { PolicyNotice } from '@/components/checkout/policy-notice'
import { useTaxLabel } from '@/components/checkout/tax'
import { useSubmit } from '@/components/form/use-submit'
import { notice, prepareNotices } from '@/components/browser/notice'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import { type Tax, toDecimal } from '@/lib/money'
import type { OfficeDays } from '@/lib/orders/rules'
import type { CustomerInput } from '@/lib/orders/schema'
import { type Choice, choiceIn, rememberChoice } from './choice'
import { Details, FIELDS, prepareOrderSchema, useOrderForm } from './order-form'
import { OrderSummary, useOrderLines, useOrderPrice } from './order-summary'
import { useOrderCheckout } from './use-order-checkout'

type Props = { tax: Tax; office: OfficeDays }

/** Reads the selection from the address in the browser: the page is prerendered. */
export function CheckoutIsland(props: Props) {
  const query = useSearchParams()
  const choice = useMemo(() => choiceIn(query), [query])
  return choice ? <Checkout key={query.toString()} choice={choice} {...props} /> : <NoItem />
}

type CheckoutProps = Props & { choice: Choice }

/** One selected edit: customer, price and payment dialog. */
export function Checkout({ choice, tax, office }: CheckoutProps) {
  const t = useTranslations('order')
  const form = useOrderForm()
  const { price, discount, isNew, offer, setQuote } = useOrderPrice(form, choice, tax)
  const lines = useOrderLines(choice, { price, discount }, office)
  const [tier, length, delivery] = lines
  const what = [tier, length].flatMap((line) => line?.value ?? []).join(' · ')
  const brief = { what, when: delivery?.value ?? null }
  const taxLabel = useTaxLabel(tax)
  const checkout = useOrderCheckout({ form, onNewPrice: setQuote })
  useEffect(() => rememberChoice(choice), [choice])

  const send = (customer: CustomerInput): void => {
    const what = { tier: choice.tier, duration: choice.length, rushService: choice.rush }
    const figures = {
      price: toDecimal(price.priceSen),
      rushPrice: toDecimal(price.rushSen),
      totalAmount: toDecimal(price.totalSen),
    }
    void checkout.start({ ...customer, ...what, ...figures })
  }
  const { submit } = useSubmit(form, {
    fields: FIELDS,
    needsCookies: true,
    send,
    onMissing: () => notice.error(t('missing.title'), t('missing.note')),
    onRefused: checkout.explain,
  })

  const getReady = () => {
    prepareNotices()
    prepareOrderSchema()
  }
  return (
    <>
      <h1 className="mt-3 text-2xl sm:text-3xl">{t('title')}</h1>
      <p className="measure mt-3 mb-10 text-muted">{t('lead')}</p>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
        <form
          noValidate
          onFocus={getReady}
          onSubmit={(event) => void submit(event)}
          className="order-last grid gap-8 lg:order-first"
        >
          <Details form={form} />
          <PolicyNotice />
          <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-center sm:gap-x-6">
            <Button type="submit" size="lg" pending={checkout.state.phase === 'preparing'}>
              {t('summary.proceed')}
            </Button>
            <p className="text-xs text-muted sm:flex-1">{t('summary.note')}</p>
          </div>
        </form>
        <OrderSummary
          choice={choice}
          lines={lines}
          price={price}
          discounted={discount !== null}
          isNew={isNew}
          offer={offer}
          taxLabel={taxLabel}
        />
      </div>
      <CheckoutDialog
        checkout={checkout}
        brief={brief}
        lines={lines}
        price={price}
        taxLabel={taxLabel}
      />
    </>
  )
}

/** The address selects nothing that can be ordered. The link back leads to the packages. */
function NoItem() {
  const t = useTranslations('order.none')
  const locale = useLocale()
  return (
    <section className="grid min-h-[50dvh] content-center justify-items-start gap-4">
      <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
      <p className="text-muted">{t('note')}</p>
      <Link
        href={`${pathIn(locale, '/')}#editing`}
        prefetch={false}
        className={buttonVariants({ size: 'lg', className: 'mt-2' })}
      >
        {t('back')}
      </Link>
    </section>
  )
}
