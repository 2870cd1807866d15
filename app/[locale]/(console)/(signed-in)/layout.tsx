import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { type ReactNode, Suspense } from 'react'
import { ConsoleNav } from '@/components/admin/frame/console-nav'
import { SearchFrame } from '@/components/admin/frame/search-frame'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { ReadAgain } from '@/components/browser/seen-again'
import { Messages } from '@/components/intl'
import { secondStepOf } from '@/lib/auth/account'
import { requireAdmin } from '@/lib/auth/page-guards'
import { unansweredCount } from '@/lib/contacts/queries'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { site } from '@/lib/settings/queries'

type Props = { children: ReactNode; opened: ReactNode }

// With what the sign-in and the proof of identity say over any page. The sentences of errors are four
// times as long as everything else.
const OF_FRAME = [
  ...(['admin.frame', 'admin.search', 'admin.shortcuts', 'admin.session', 'admin.save'] as const),
  ...(['admin.signIn', 'admin.proof', 'admin.acts', 'admin.lists'] as const),
  ...(['errors.fields.required', 'errors.fields.too_long', 'errors.fields.choice'] as const),
  ...(['errors.fields.code', 'errors.fields.invalid'] as const),
]

/**
 * The console's frame. Without a skeleton: nothing of it is shown before the session is checked
 * (docs/decisions/020 A2).
 */
export default function SignedInLayout({ children, opened }: Props) {
  return (
    <Suspense fallback={null}>
      <Frame opened={opened}>{children}</Frame>
    </Suspense>
  )
}

// This check does not protect the pages below: a layout is not rendered again when somebody
// navigates between pages, and the router requests a page without it. Every page calls
// requireAdmin.
async function Frame({ children, opened }: Props) {
  const admin = await requireAdmin('/admin/today')
  const [t, locale, studio, waiting, secondStep] = [
    await getTranslations('admin'),
    toLocale(await rootLocale()),
    await site(),
    await unansweredCount(),
    await secondStepOf(admin),
  ]
  const place = (key: string, name: string, path: string) => ({
    key,
    name,
    href: pathIn(locale, path),
  })
  const area = (key: 'orders' | 'customers' | 'receipts' | 'attention' | 'settings' | 'audit') =>
    place(key, t(`tabs.${key}`), `/admin/${key}`)
  return (
    <Messages namespaces={OF_FRAME}>
      <SaveFrame>
        <ReadAgain />
        <SearchFrame>
          <div className="console">
            <ConsoleNav
              studioName={studio.name}
              places={{
                today: place('today', t('frame.today'), '/admin/today'),
                calendar: place('calendar', t('tabs.calendar'), '/admin/calendar'),
                create: place('create', t('frame.create'), '/admin/bookings/new'),
                inbox: place('inbox', t('frame.inbox'), '/admin/inbox'),
              }}
              waiting={waiting}
              more={[
                ...(['orders', 'customers', 'receipts', 'attention'] as const).map(area),
                place('dashboard', t('title'), '/admin'),
                place('blog', t('frame.blog'), '/admin-blog'),
                ...(['settings', 'audit'] as const).map(area),
                place(
                  'account',
                  t(secondStep.on ? 'session.account' : 'session.accountUnprotected'),
                  '/admin/account',
                ),
                place('site', t('frame.home'), '/'),
              ]}
              exit={pathIn(locale, '/admin/login')}
              trusted={admin.trusted}
            />
            <main id="main" tabIndex={-1} className="min-w-0 outline-none">
              {children}
            </main>
            <div className="contents">{opened}</div>
          </div>
        </SearchFrame>
      </SaveFrame>
    </Messages>
  )
}
