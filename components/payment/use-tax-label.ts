'use client'
import type { Tax } from '@/lib/money'
import { useTranslations } from 'next-intl'
import { taxLabelIn } from '@/lib/site'

/** "Tax (8.25%)"; the owner's own word for it stays as written, the default one is translated. */
export function useTaxLabel({ basisPoints, label }: Tax): string {
  const t = useTranslations('payment.summary')
  return t('tax', { label: taxLabelIn(label, t('taxWord')), rate: basisPoints / 100 })
}
