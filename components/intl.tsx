import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import type en from '@/messages/en.json'

type Namespace = keyof typeof en

/**
 * Gives the islands inside `common` and these namespaces, nothing else: the whole dictionary in
 * every page weighs more than the page.
 */
export async function Messages({
  namespaces = [],
  children,
}: {
  namespaces?: Namespace[]
  children: ReactNode
}) {
  const all = await getMessages()
  const messages = Object.fromEntries(
    ['common' as const, ...namespaces].map((name) => [name, all[name]]),
  )
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>
}
