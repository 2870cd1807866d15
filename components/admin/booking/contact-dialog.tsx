'use client'
import { useTranslations } from 'next-intl'
import { ChoiceEntry, EditorDialog, EditorForm, TextEntry } from '@/components/admin/shared/form'
import type { FormAction } from '@/components/admin/shared/run-action'
import { contactDetailsBody, type BookingInHand } from '@/lib/admin/bookings/schema'
import { LOCALES } from '@/lib/i18n/routing'
import { LIMITS } from '@/lib/limits'

type Props = { detail: BookingInHand['detail']; submit: FormAction; close: () => void }

/** Corrects who booked, how to reach them and in which language. */
export function ContactDialog({ detail: { booking, locale, financeEmail }, submit, close }: Props) {
  const t = useTranslations('admin.sheet.person')
  return (
    <EditorDialog title={t('title')} close={close}>
      <EditorForm
        action={submit}
        params={{ id: String(booking.id) }}
        schema={contactDetailsBody}
        fields={['firstName', 'lastName', 'email', 'phone', 'financeEmail', 'locale', 'people']}
        initial={{
          firstName: booking.firstName,
          lastName: booking.lastName ?? '',
          email: booking.email,
          phone: booking.phone ?? '',
          locale,
          financeEmail: financeEmail ?? '',
          people: booking.people === null ? '' : String(booking.people),
        }}
        body={({ people, ...typed }) => ({
          ...typed,
          people: people === '' ? null : Number(people),
        })}
        version={booking.updatedAt}
        refusedAt="form"
        saved={t('saved')}
      >
        <TextEntry name="firstName" label={t('firstName')} limit={LIMITS.name} required />
        <TextEntry name="lastName" label={t('lastName')} limit={LIMITS.name} />
        <TextEntry name="email" label={t('email')} type="email" hint={t('emailHint')} />
        <TextEntry name="phone" label={t('phone')} type="tel" />
        <TextEntry
          name="financeEmail"
          label={t('financeEmail')}
          type="email"
          hint={t('financeEmailHint')}
        />
        <TextEntry name="people" label={t('people')} inputMode="numeric" />
        <ChoiceEntry
          name="locale"
          label={t('language')}
          options={LOCALES.map((one) => [one, t(`languages.${one}`)] as const)}
        />
      </EditorForm>
    </EditorDialog>
  )
}
