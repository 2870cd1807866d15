import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { type ReactNode, Suspense } from 'react'
import { ConsoleNav } from '@/components/admin/frame/console-nav'
import { ConsoleWorker } from '@/components/admin/frame/console-worker'
import { OpenedSlot } from '@/components/admin/frame/opened-slot'
import { RoleFrame } from '@/components/admin/frame/role'
import { NoSearch } from '@/components/admin/frame/no-search'
import { SearchFrame } from '@/components/admin/frame/search-frame'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { ReadAgain } from '@/components/browser/seen-again'
import { Messages } from '@/components/intl'
import { seesArea } from '@/lib/admin/rules'
import { requireRole } from '@/lib/auth/page-guards'
import { unansweredCount } from '@/lib/contacts/queries'
import { env } from '@/lib/env'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { mayAs, type Role } from '@/lib/roles'
import { site } from '@/lib/settings/queries'

type Props = { children: ReactNode; opened: ReactNode }

/** The areas under More. */
const AREAS = [
  ...(['orders', 'customers', 'money', 'receipts', 'attention'] as const),
  ...(['settings', 'people', 'audit'] as const),
]
type Area = (typeof AREAS)[number]

// With what the sign-in and the proof of identity say over any page. The sentences of errors are four
// times as long as everything else.
const OF_FRAME = [
  ...(['admin.frame', 'admin.search', 'admin.shortcuts', 'admin.session', 'admin.save'] as const),
  ...(['admin.signIn', 'admin.proof', 'admin.acts', 'admin.lists', 'admin.offline'] as const),
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
// requireRole.
async function Frame({ children, opened }: Props) {
  const admin = await requireRole('/admin/today', 'crew')
  const [t, locale, studio, waiting] = [
    await getTranslations('admin'),
    toLocale(await rootLocale()),
    await site(),
    mayAs(admin.role, 'manager') ? await unansweredCount() : 0,
  ]
  const place = (key: string, name: string, path: string) => ({
    key,
    name,
    href: pathIn(locale, path),
  })
  const area = (key: Area) => place(key, t(`tabs.${key}`), `/admin/${key}`)
  const may = (least: Role) => mayAs(admin.role, least)
  const Search = may('manager') ? SearchFrame : NoSearch
  return (
    <Messages namespaces={OF_FRAME}>
      <RoleFrame role={admin.role}>
        <SaveFrame>
          <ReadAgain />
          {/* The files of a development server change under their names. */}
          {env().NODE_ENV === 'production' && (
            <ConsoleWorker
              scope={pathIn(locale, '/admin')}
              trusted={admin.trusted}
              whose={`${admin.id} ${admin.role}`}
            />
          )}
          <Search>
            <div className="console">
              <ConsoleNav
                studioName={studio.name}
                places={{
                  today: place('today', t('frame.today'), '/admin/today'),
                  calendar: place('calendar', t('tabs.calendar'), '/admin/calendar'),
                  ...(may('manager') && {
                    create: place('create', t('frame.create'), '/admin/bookings/new'),
                    inbox: place('inbox', t('frame.inbox'), '/admin/inbox'),
                  }),
                }}
                waiting={waiting}
                more={[
                  ...AREAS.filter((key) => seesArea(admin.role, key)).map(area),
                  ...(may('manager')
                    ? [
                        place('dashboard', t('title'), '/admin'),
                        place('blog', t('frame.blog'), '/admin-blog'),
                      ]
                    : []),
                  place(
                    'account',
                    t(admin.secondStep === 'on' ? 'session.account' : 'session.accountUnprotected'),
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
              <OpenedSlot>{opened}</OpenedSlot>
            </div>
          </Search>
        </SaveFrame>
      </RoleFrame>
    </Messages>
  )
}
