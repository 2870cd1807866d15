'use client'
import { PaymentElement } from '@stripe/react-stripe-js'
import { Lock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { usePay } from './use-pay'

type PaymentFormProps = {
  returnUrl: string
  incomplete: string
  onPaid: (intentId: string, status: 'succeeded' | 'pending') => void
  onEnded: () => void
  onFormFailed: () => void
  onPayingChange: (paying: boolean) => void
}

export function PaymentForm({
  returnUrl,
  incomplete,
  onPaid,
  onEnded,
  onFormFailed,
  onPayingChange,
}: PaymentFormProps) {
  const t = useTranslations('payment.form')
  const [formReady, setFormReady] = useState(false)
  const { pay, paying, problem } = usePay({ formReady, returnUrl, incomplete, onPaid, onEnded })
  useEffect(() => onPayingChange(paying), [paying, onPayingChange])

  return (
    <form
      className="grid content-start gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      <div className="relative min-h-66">
        {!formReady && (
          <p
            role="status"
            className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-sm text-muted"
          >
            <Spinner className="size-7 text-tungsten" />
            {t('loading')}
          </p>
        )}
        <PaymentElement
          options={{ layout: 'tabs' }}
          onReady={() => setFormReady(true)}
          onLoadError={onFormFailed}
        />
      </div>
      {problem && (
        <Alert variant="destructive" role="alert">
          <AlertDescription className="text-fg">{problem}</AlertDescription>
        </Alert>
      )}
      <Button type="submit" size="lg" className="w-full" pending={paying}>
        {!paying && <Lock aria-hidden="true" />}
        {t(paying ? 'paying' : 'pay')}
      </Button>
      <p className="text-center text-xs text-muted">{t('neverStored')}</p>
    </form>
  )
}
