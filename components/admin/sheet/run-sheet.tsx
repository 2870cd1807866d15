import { getTranslations } from 'next-intl/server'
import { SignOutButton } from '@/components/admin/account/sign-out-button'
import { Link } from '@/components/admin/frame/link'
import { PrintButton } from '@/components/receipts/print-button'
import { buttonVariants } from '@/components/ui/button-variants'
import type { RunSheet, SheetSession } from '@/lib/admin/sheet/schema'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { longDate } from '@/lib/time'

type Props = { sheet: RunSheet; locale: Locale; trusted: boolean }

/** A day as it is carried around: made for A4 and A5, with boxes for a pen. */
export async function RunSheetView({ sheet, locale, trusted }: Props) {
  const t = await getTranslations('admin.runSheet')
  const session = await getTranslations('admin.session')
  const { date, several, sessions, more } = sheet
  return (
    <main id="main" tabIndex={-1} className="run-sheet outline-none">
      <div className="flex flex-wrap gap-2 print:hidden">
        <PrintButton label={t('print')} />
        <Link
          href={`${pathIn(locale, '/admin/calendar')}?view=day&date=${date}`}
          className={buttonVariants({ variant: 'ghost' })}
        >
          {t('back')}
        </Link>
        <SignOutButton
          label={session('signOut')}
          exit={pathIn(locale, '/admin/login')}
          trusted={trusted}
        />
      </div>
      <h1 className="text-lg font-semibold">{longDate(date, locale)}</h1>
      <p className="text-sm text-muted">{t('count', { count: sessions.length + more })}</p>
      {sessions.length === 0 && <p>{t('empty')}</p>}
      <ol className="grid">
        {sessions.map((session) => (
          <SheetRow key={`${session.id} ${session.from}`} {...{ session, several }} />
        ))}
      </ol>
      {more > 0 && <p className="font-semibold">{t('more', { count: more })}</p>}
    </main>
  )
}

async function SheetRow({ session, several }: { session: SheetSession; several: boolean }) {
  const t = await getTranslations('admin.runSheet')
  const { from, to, room, name, phone, service, people, addOns, wishes, owedSen } = session
  const facts = [
    service,
    people === null ? null : t('people', { count: people }),
    ...addOns.map((addOn) => `+ ${addOn}`),
  ]
  return (
    <li className="run-sheet-row">
      <div className="grid content-start">
        <p className="figures font-semibold">{`${from}–${to}`}</p>
        {several && <p className="text-sm wrap-anywhere">{room}</p>}
        <p className="figures text-sm text-muted" translate="no">
          {`#${session.id}`}
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-0.5">
        <p className="flex flex-wrap justify-between gap-x-4">
          <strong className="wrap-anywhere">{name}</strong>
          {phone && (
            <span className="figures" translate="no">
              {phone}
            </span>
          )}
        </p>
        <p className="text-sm wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
        {wishes && <p className="text-sm wrap-anywhere whitespace-pre-line">{wishes}</p>}
        {owedSen !== null && (
          <p className={owedSen > 0 ? 'text-sm font-semibold' : 'text-sm text-muted'}>
            {owedSen > 0 ? t('owed', { amount: formatRM(owedSen) }) : t('nothingOwed')}
          </p>
        )}
        <ul className="flex flex-wrap gap-x-5 gap-y-1 pt-1 text-sm">
          {(['ready', 'arrived', 'left', 'cleared'] as const).map((box) => (
            <li key={box} className="flex items-center gap-1.5">
              <span aria-hidden="true" className="run-sheet-box" />
              <span>{t(`boxes.${box}`)}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
