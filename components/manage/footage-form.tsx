'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { request, sentenceOf } from '@/components/api'
import { LimitedField } from '@/components/form/limited-field'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { useServerValues } from '@/components/form/use-server-values'
import { showServerErrors, useSubmit } from '@/components/form/use-submit'
import { notice, prepareNotices } from '@/components/browser/notice'
import { Button } from '@/components/ui/button'
import { Textarea } from '@/components/ui/textarea'
import { LIMITS } from '@/lib/limits'
import { footageBody, type FootageFormValues, type FootageInput } from '@/lib/orders/schema'

const FIELDS = ['footageLinks'] as const
const schema = () => footageBody

/** The links to an order's footage, one on each line (docs/decisions/020 D8). */
export function FootageForm({
  token,
  links,
  isPaid,
}: {
  token: string
  links: readonly string[]
  isPaid: boolean
}) {
  const t = useTranslations('orderPage.footage')
  const router = useRouter()
  const values = { footageLinks: links.join('\n') }
  const form = useSchemaForm<FootageFormValues, FootageInput>({ schema, defaultValues: values })
  const { saved } = useServerValues(form, values)
  const errorOf = useFieldErrors(form.control)
  const { submit, pending } = useSubmit(form, {
    fields: FIELDS,
    async send(body) {
      const sent = form.getValues()
      await request(`/api/manage/${token}/footage`, { method: 'POST', body })
      saved(sent)
      notice.success(
        t('saved'),
        sent.footageLinks?.trim() ? t(isPaid ? 'savedPaid' : 'savedNote') : '',
      )
      router.refresh()
    },
    onRefused(error) {
      notice.error(t('refused'), sentenceOf(error) ?? t('offline'))
      showServerErrors(form, FIELDS, error)
    },
  })
  return (
    <form
      noValidate
      data-no-print
      onFocus={prepareNotices}
      onSubmit={(event) => void submit(event)}
      className="mt-2 grid w-full gap-3"
    >
      <LimitedField
        limit={LIMITS.footageLinks}
        id="footage-links"
        label={t('label')}
        hint={t('hint')}
        error={errorOf('footageLinks')}
      >
        <Textarea
          {...form.register('footageLinks')}
          inputMode="url"
          placeholder="https://"
          className="min-h-20"
        />
      </LimitedField>
      <Button type="submit" variant="outline" pending={pending} className="justify-self-start">
        {t('save')}
      </Button>
    </form>
  )
}
