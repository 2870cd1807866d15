'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { request, sentenceOf } from '@/components/api'
import { CompanyFields } from '@/components/checkout/company-fields'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { useServerValues } from '@/components/form/use-server-values'
import { showServerErrors, useSubmit } from '@/components/form/use-submit'
import { notice, prepareNotices } from '@/components/browser/notice'
import { Button } from '@/components/ui/button'
import {
  type Billing,
  type BillingFormValues,
  billingValues,
  COMPANY_FIELDS,
} from '@/lib/receipts/company'
import { billingBody, type BillingInput } from '@/lib/receipts/schema'

const schema = () => billingBody

/** Changes the company that is billed for an existing booking or order (docs/decisions/030). */
export function BillingForm({ token, billing }: { token: string; billing: Billing | null }) {
  const t = useTranslations('billing')
  const router = useRouter()
  const values = billingValues(billing)
  const form = useSchemaForm<BillingFormValues, BillingInput>({ schema, defaultValues: values })
  const { saved } = useServerValues(form, values)
  const errorOf = useFieldErrors(form.control)
  const { submit, pending } = useSubmit(form, {
    fields: COMPANY_FIELDS,
    async send(body) {
      const sent = form.getValues()
      await request(`/api/manage/${token}/billing`, { method: 'PATCH', body })
      saved(sent)
      notice.success(t('saved'), t('savedNote'))
      router.refresh()
    },
    onRefused(error) {
      notice.error(t('refused'), sentenceOf(error) ?? t('offline'))
      showServerErrors(form, COMPANY_FIELDS, error)
    },
  })
  return (
    <form
      noValidate
      onFocus={prepareNotices}
      onSubmit={(event) => void submit(event)}
      className="grid gap-4"
    >
      <CompanyFields prefix="billing" control={form.register} errorOf={errorOf} />
      <p className="text-xs text-muted">{t('until')}</p>
      <Button type="submit" variant="outline" pending={pending} className="justify-self-start">
        {t('save')}
      </Button>
    </form>
  )
}
