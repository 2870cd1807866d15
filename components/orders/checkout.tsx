'use client'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { CheckoutDialog } from '@/components/payment/checkout-dialog'
import { PolicyNotice } from '@/components/payment/policy-notice'
import { useTaxLabel } from '@/components/payment/use-tax-label'
import { prepareNotices } from '@/components/site/notice'
import { Button } from '@/components/ui/button'
import { toDecimal, type Tax } from '@/lib/money'
import { rememberChoice, type Choice } from './choice'
import { Details } from './details'
import { OrderSummary } from './order-summary'
import type { OrderWords } from './types'
import { usePrice } from './use-offer'
import { useOrderCheckout } from './use-order-checkout'
import { prepareChecks, useOrderForm } from './use-order-form'
import { useOrderLines } from './use-order-lines'

type CheckoutProps = {
  choice: Choice
  tax: Tax
  words: OrderWords
  holidays: ReadonlySet<string>
}

/** One chosen edit: who orders it, what it costs, and the payment dialog. */
export function Checkout({ choice, tax, words, holidays }: CheckoutProps) {
  const t = useTranslations('order')
  const form = useOrderForm()
  const { price, discount, isNew, offer, setQuote } = usePrice(form, choice, tax)
  const lines = useOrderLines(choice, { price, discount }, words, holidays)
  const taxLabel = useTaxLabel(tax)
  const checkout = useOrderCheckout({ form, onNewPrice: setQuote })
  useEffect(() => rememberChoice(choice), [choice])

  const submit = form.handleSubmit((customer) => {
    const what = { tier: choice.tier, duration: choice.length, rushService: choice.rush }
    const figures = {
      price: toDecimal(price.priceSen),
      rushPrice: toDecimal(price.rushSen),
      totalAmount: toDecimal(price.totalSen),
    }
    void checkout.start({ ...customer, ...what, ...figures })
  }, checkout.refuse)

  const getReady = () => {
    prepareNotices()
    prepareChecks()
  }
  return (
    <>
      <h1 className="mt-3 text-2xl sm:text-3xl">{t('title')}</h1>
      <p className="measure mt-3 mb-10 text-muted">{t('lead')}</p>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
        <form
          noValidate
          onFocus={getReady}
          onSubmit={(event) => void submit(event).catch(checkout.explain)}
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
        texts={checkout.texts}
        lines={lines}
        price={price}
        taxLabel={taxLabel}
      />
    </>
  )
}
