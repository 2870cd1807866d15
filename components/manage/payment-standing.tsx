import { useTranslations } from 'next-intl'
import { MoneyPlaces } from '@/components/checkout/money-places'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import type { ManagedPayment } from './use-managed-payment'

/** How the payment stands that was just made. */
export function PaymentStanding({ view, kind }: Pick<ManagedPayment, 'view' | 'kind'>) {
  const t = useTranslations('confirmation')
  const payment = useTranslations('payment')
  const words = useTranslations('purchase')
  const said = (): [title: string, note: string] | null => {
    switch (view?.kind) {
      case 'confirming':
      case 'unknown':
        return [t(`${view.kind}.title`), t(`${view.kind}.note`)]
      case 'later':
        return [t('later.title'), t('later.note', { reference: view.reference })]
      case 'failed':
        return [payment('notPaid'), words(`${kind}.notPaid`)]
      case 'refunded':
        return view.paid.paymentStatus === 'refund_failed'
          ? [t('refundFailed.title'), words(`${kind}.refunded`)]
          : [words(`${kind}.refunded`), '']
      default:
        return null
    }
  }
  const sentences = said()
  if (!sentences) return null
  const isBad = view?.kind === 'failed' || view?.kind === 'refunded'
  return (
    <Alert role="status" variant={isBad ? 'destructive' : 'default'}>
      <AlertTitle>{sentences[0]}</AlertTitle>
      <AlertDescription>
        {sentences[1] && <span className="block">{sentences[1]}</span>}
        {view?.kind === 'refunded' && <MoneyPlaces parts={view.paid.money} />}
      </AlertDescription>
    </Alert>
  )
}
