import type { Metadata } from 'next'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { InvitationForm } from '@/components/admin/account/invitation-form'
import { Card } from '@/components/ui/card'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('admin.invitation')
  return { title: t('title') }
}

/** Makes an account; the invitation's token is behind # and is read in the browser. */
export default async function InvitationPage() {
  const [t, all, locale] = [
    await getTranslations('admin.invitation'),
    await getMessages(),
    toLocale(await rootLocale()),
  ]
  const messages = {
    admin: { invitation: all.admin.invitation },
    errors: { fields: all.errors.fields },
  }
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
          <InvitationForm home={pathIn(locale, '/admin/today')} />
        </NextIntlClientProvider>
      </Card>
    </main>
  )
}
