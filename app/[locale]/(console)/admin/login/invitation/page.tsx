import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { InvitationForm } from '@/components/admin/account/invitation-form'
import { SignInCard } from '@/components/admin/account/sign-in-card'
import { LinkCode } from '@/components/form/link-code'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin.invitation')
  return { title: t('title') }
}

/** Makes an account; the invitation's token is behind # and is read in the browser. */
export default async function InvitationPage() {
  const locale = toLocale(await rootLocale())
  return (
    <SignInCard part="invitation">
      <LinkCode length={43}>
        <InvitationForm home={pathIn(locale, '/admin/today')} />
      </LinkCode>
    </SignInCard>
  )
}
