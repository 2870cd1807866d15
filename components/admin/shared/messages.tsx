import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import { DialogFrame } from '@/components/admin/shared/kept'
import type { Elements } from '@/components/ui/elements'
import type en from '@/messages/en.json'

type Part = keyof (typeof en)['admin']

/**
 * Gives the islands inside these parts of the admin's dictionary, the sentences of errors, the
 * booking policy, who is billed, the subjects of contact messages, the words of forms, the note of a
 * new tab and how a range of dates is written: nothing else is sent. Around a whole page: it shows
 * the dialogs that are opened inside.
 */
export async function AdminMessages({
  parts,
  children,
}: {
  parts: readonly Part[]
  children: Elements
}) {
  const { admin, billing, common, contact, errors, payment } = await getMessages()
  const messages = {
    // What every list, question and act says is always there.
    admin: Object.fromEntries(
      ['lists' as const, 'acts' as const, ...parts].map((part) => [part, admin[part]]),
    ),
    common: {
      newTab: common.newTab,
      dateRange: common.dateRange,
      counter: common.counter,
      cookies: common.cookies,
    },
    billing,
    errors,
    payment: { policy: payment.policy },
    contact: { form: { subject: contact.form.subject } },
  }
  return (
    <NextIntlClientProvider messages={messages}>
      <DialogFrame>{children}</DialogFrame>
    </NextIntlClientProvider>
  )
}
