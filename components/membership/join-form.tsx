'use client'
import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { sentenceOf } from '@/components/api'
import { LimitedField } from '@/components/form/limited-field'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { showServerErrors, useSubmit } from '@/components/form/use-submit'
import { notice, prepareNotices } from '@/components/browser/notice'
import { DataNotice } from '@/components/legal/consent'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { LIMITS } from '@/lib/limits'
import { type JoinFormValues, joinInput, type JoinInput } from '@/lib/memberships/schema'
import { formatRate, formatRM, withTax } from '@/lib/money'
import { taxFacts, type TaxSetting } from '@/lib/settings/tax'
import { askForCode, join, provenEmail } from './api'
import { usePackages } from './use-packages'

type FieldName = keyof JoinFormValues

/**
 * What follows: nothing for a signed-in visitor; otherwise the email is proven by a code, which is
 * already sent unless sending failed.
 */
export type Joined = { proof: { email: string; sent: boolean } | null }

type Props = {
  /** A friend's code, from their link. */
  code: string
  tax: TaxSetting
  /** Whoever pressed the button goes on typing; whoever came by a link reads first. */
  focus: boolean
  onClose: () => void
  onJoined: (joined: Joined) => void
}

const FIELDS = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'referredBy',
  'serviceId',
] as const satisfies readonly FieldName[]
const schema = () => joinInput

/** The join form. */
export function JoinForm({ code, tax, focus, onClose, onJoined }: Props) {
  const t = useTranslations('membership.join')
  const form = useSchemaForm<JoinFormValues, JoinInput>({
    schema,
    defaultValues: {
      customerName: '',
      customerEmail: provenEmail() ?? '',
      customerPhone: '',
      serviceId: 0,
      referredBy: code,
    },
  })
  const { register } = form
  const errorOf = useFieldErrors(form.control)
  const { submit, pending } = useSubmit(form, {
    fields: FIELDS,
    needsCookies: true,
    async send(input) {
      const isProven = await join(input)
      const email = input.customerEmail
      const sent =
        isProven ||
        (await askForCode(email).then(
          () => true,
          () => false,
        ))
      notice.success(t('done.title'), t('done.text'))
      form.reset()
      onJoined({ proof: isProven ? null : { email, sent } })
    },
    onRefused(error) {
      notice.error(t('failed.title'), sentenceOf(error) ?? t('failed.text'))
      showServerErrors(form, FIELDS, error)
    },
  })
  const { packages, again } = usePackages()
  const text = (
    name: FieldName,
    limit: number,
    attributes: ComponentProps<'input'>,
    required = false,
  ) => (
    <LimitedField
      id={`join-${name}`}
      limit={limit}
      label={t(`labels.${name}`)}
      error={errorOf(name)}
      required={required}
    >
      <Input {...register(name)} {...attributes} />
    </LimitedField>
  )
  return (
    <form
      noValidate
      method="post"
      onSubmit={(event) => {
        prepareNotices()
        void submit(event)
      }}
      className="grid max-w-160 gap-5 sm:grid-cols-2"
    >
      {text('customerName', LIMITS.name, { autoComplete: 'name', autoFocus: focus }, true)}
      {text(
        'customerEmail',
        LIMITS.email,
        { type: 'email', inputMode: 'email', autoComplete: 'email' },
        true,
      )}
      {text('customerPhone', LIMITS.phone, { type: 'tel', inputMode: 'tel', autoComplete: 'tel' })}
      {text('referredBy', LIMITS.referralCode, {
        autoComplete: 'off',
        autoCapitalize: 'characters',
        spellCheck: false,
      })}
      <Field
        id="join-serviceId"
        label={t('labels.serviceId')}
        error={errorOf('serviceId')}
        hint={t('packageHint')}
        required
        className="sm:col-span-2"
      >
        <NativeSelect
          {...register('serviceId', { setValueAs: Number })}
          aria-busy={packages === null}
        >
          <option value={0}>{t(packages === null ? 'loading' : 'choose')}</option>
          {Array.isArray(packages) &&
            packages.map(({ id, name, hourly }) => (
              <option key={id} value={id}>
                {t('option', {
                  name,
                  price: formatRate(hourly),
                  total: formatRM(withTax(hourly, tax).totalSen),
                  charge: taxFacts(tax).charge,
                })}
              </option>
            ))}
        </NativeSelect>
      </Field>
      {packages === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-4 text-sm sm:col-span-2">
          <span>{t('noPackages')}</span>
          <Button variant="outline" onClick={again}>
            {t('again')}
          </Button>
        </p>
      )}
      <DataNotice className="sm:col-span-2" />
      <div className="flex flex-wrap gap-3 pt-2 max-sm:*:grow sm:col-span-2">
        <button
          type="submit"
          disabled={pending}
          className={`${buttonVariants({ size: 'lg' })} min-w-56`}
        >
          {t(pending ? 'creating' : 'create')}
        </button>
        <Button size="lg" variant="outline" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
