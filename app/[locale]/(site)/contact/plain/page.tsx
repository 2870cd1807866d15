import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cookies } from 'next/headers'
import { locale as rootLocale } from 'next/root-params'
import * as z from 'zod/mini'
import { PlainContact } from '@/components/contact/plain-contact'
import { BackLink } from '@/components/layout/page-links'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import type { RefusedContact } from '@/lib/contacts/schema'
import { refusedForm } from '@/lib/http/refused-form'
import { newToken, visitorOf } from '@/lib/http/request'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { RANDOM_TOKEN } from '@/lib/text'
import { sendMessage } from './send-message'

// The whole page is rendered per request: no part of it may wait for a script to be put in place,
// and a platform accepts no form from a cached page.
export const instant = false

const query = z.object({
  sent: z.catch(z.optional(z.literal('1')), undefined),
  /** The key of a form that was refused. */
  form: z.catch(z.optional(z.string().check(z.regex(RANDOM_TOKEN))), undefined),
})

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('contact.form')
  return { title: t('title'), robots: { index: false, follow: false } }
}

/** The contact form without script: a server action, and its result (docs/decisions/029). */
export default async function PlainContactPage({
  searchParams,
}: PageProps<'/[locale]/contact/plain'>) {
  const { sent, form } = query.parse(await searchParams)
  const locale = toLocale(await rootLocale())
  const t = await getTranslations('contact')
  const { token } = visitorOf({ cookies: await cookies() })
  const refused =
    form && token
      ? await refusedForm({ endpoint: 'contacts', key: form, visitorToken: token })
      : null
  return (
    <div className="wrap pt-6 pb-14 lg:pb-24">
      <BackLink href={pathIn(locale, '/contact')}>{t('plain.back')}</BackLink>
      <h1 className="mt-3 text-2xl sm:text-3xl">{t('form.title')}</h1>
      {sent ? (
        <Alert variant="success" role="status" className="mt-8">
          <AlertTitle>{t('form.sent.title')}</AlertTitle>
          <AlertDescription>{t('form.sent.text')}</AlertDescription>
        </Alert>
      ) : (
        <>
          <p className="measure mt-3 mb-9 text-muted">{t('form.lead')}</p>
          <PlainContact
            action={sendMessage}
            formKey={form ?? newToken()}
            refused={refused as RefusedContact | null}
            isStale={form !== undefined && refused === null}
          />
        </>
      )}
    </div>
  )
}
