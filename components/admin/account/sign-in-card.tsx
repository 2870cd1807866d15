import { getTranslations } from 'next-intl/server'
import { Messages } from '@/components/intl'
import { Card } from '@/components/ui/card'
import type { Elements } from '@/components/ui/elements'

type Props = { part: 'signIn' | 'invitation'; children: Elements }

/** A form for somebody who is not signed in, with its own messages only (docs/decisions/020 A2). */
export async function SignInCard({ part, children }: Props) {
  const t = await getTranslations(`admin.${part}`)
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
        <Messages
          namespaces={[
            ...([`admin.${part}`, 'errors.fields'] as const),
            ...(part === 'invitation' ? (['linkCode'] as const) : []),
          ]}
        >
          {children}
        </Messages>
      </Card>
    </main>
  )
}
