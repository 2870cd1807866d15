import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { SignInForm } from '@/components/admin/account/sign-in-form'
import { SignInCard } from '@/components/admin/account/sign-in-card'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin.signIn')
  return { title: t('title') }
}

export default async function LoginPage() {
  const locale = toLocale(await rootLocale())
  return (
    <SignInCard part="signIn">
      <SignInForm home={pathIn(locale, '/admin/today')} />
    </SignInCard>
  )
}
