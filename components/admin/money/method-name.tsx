import { useTranslations } from 'next-intl'
import { hasSentence } from '@/lib/i18n/has-sentence'

/** How something was paid, as a receipt says it; Stripe's own name for what it does not know. */
export function MethodName({ method }: { method: string }) {
  const t = useTranslations('receipt.methods')
  const money = useTranslations('admin.money')
  if (method === '') return <span>{money('unknownMethod')}</span>
  return <span>{hasSentence(t, method) ? t(method) : method}</span>
}
