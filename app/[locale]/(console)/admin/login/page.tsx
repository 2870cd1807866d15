import type { Metadata } from 'next'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { SignInForm } from '@/components/admin/account/sign-in-form'
import { Card } from '@/components/ui/card'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin.signIn')
  return { title: t('title') }
}

export default async function LoginPage() {
  const [t, all, locale] = [
    await getTranslations('admin.signIn'),
    await getMessages(),
    toLocale(await rootLocale()),
  ]
  // Only the form's own messages: the rest of the admin's dictionary is for signed-in users
  // (docs/decisions/020 A2).
  const messages = { admin: { signIn: all.admin.signIn }, errors: { fields: all.errors.fields } }
  return (
    <main
      id="main"
      tabIndex={-1}
      className="wrap grid grow content-center justify-items-center py-8 outline-none"
    >
      <Card className="w-full max-w-md gap-6 sm:p-8">
        <div className="grid gap-1.5">
          <h1 className="text-2xl">{t('title')}</h1>
          <p className="text-sm text-muted">{t('intro')}</p>
        </div>
        <NextIntlClientProvider messages={messages}>
          <SignInForm home={pathIn(locale, '/admin/today')} />
        </NextIntlClientProvider>
      </Card>
    </main>
  )
}
