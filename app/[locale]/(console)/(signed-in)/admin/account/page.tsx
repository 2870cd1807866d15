import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { AccountMenu } from '@/components/admin/account/account-menu'
import { AddressList } from '@/components/admin/account/address-list'
import { AccountPart } from '@/components/admin/account/part'
import { PasskeyList } from '@/components/admin/account/passkey-list'
import { PasswordForm } from '@/components/admin/account/password-form'
import { PhoneNotices } from '@/components/admin/account/phone-notices'
import { SessionList } from '@/components/admin/account/session-list'
import { ShortcutChoice } from '@/components/admin/account/shortcut-choice'
import { TwoStep } from '@/components/admin/account/two-step'
import { Screen } from '@/components/admin/frame/screen'
import { AdminMessages } from '@/components/admin/shared/messages'
import { addressesOf } from '@/lib/admin/addresses/queries'
import { roomChoices } from '@/lib/rooms/queries'
import { accountOf } from '@/lib/auth/account'
import { currentAdmin, currentToken, requireRole } from '@/lib/auth/page-guards'
import { codeTime } from '@/lib/auth/queries'
import { env } from '@/lib/env'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { phoneOf } from '@/lib/push/phone'
import { currentRelease } from '@/lib/release'

export async function generateMetadata(): Promise<Metadata> {
  if (!(await currentAdmin())) return {}
  const t = await getTranslations('admin.account')
  return { title: t('title') }
}

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

export default async function AccountPage() {
  const admin = await requireRole('/admin/account', 'crew')
  const [account, t, shortcuts, locale] = [
    await accountOf(admin, await currentToken(), await codeTime()),
    await getTranslations('admin.account'),
    await getTranslations('admin.shortcuts'),
    toLocale(await rootLocale()),
  ]
  const [addresses, rooms] = [await addressesOf(admin.id, locale), await roomChoices(locale)]
  // Where there is no worker, nothing can be shown (the layout of these pages).
  const phone = env().NODE_ENV === 'production' ? await phoneOf(admin, await currentToken()) : null
  const { version, commit } = currentRelease()
  return (
    <AdminMessages parts={['account', 'session', 'save', 'shortcuts', 'signIn']}>
      <Screen title={t('title')}>
        <div className="grid max-w-3xl gap-8">
          <AccountPart title={t('sessions')}>
            <p className="measure text-sm text-muted">{t('sessionsText')}</p>
            <SessionList sessions={account.sessions} />
            <AccountMenu username={admin.username} exit={pathIn(locale, '/admin/login')} />
          </AccountPart>
          <AccountPart title={t('passkeys.title')}>
            <PasskeyList passkeys={account.passkeys} host={account.passkeyHost} />
          </AccountPart>
          <AccountPart title={t('passwordTitle')}>
            <PasswordForm twoStep={account.twoStep} />
          </AccountPart>
          <AccountPart title={t('twoStepTitle')}>
            <TwoStep
              on={account.twoStep}
              possible={account.twoStepPossible}
              recoveryCodesLeft={account.recoveryCodesLeft}
            />
          </AccountPart>
          <AccountPart title={t('addresses.title')}>
            <AddressList
              addresses={addresses}
              rooms={rooms.map(({ id, name }) => ({ id, name }))}
            />
          </AccountPart>
          {phone && <PhoneNotices phone={phone} />}
          <AccountPart title={shortcuts('title')}>
            <ShortcutChoice />
            <p className="measure text-sm text-muted">{shortcuts('settingHint')}</p>
          </AccountPart>
          <p className="text-sm text-muted">
            {commit ? t('versionCommit', { version, commit }) : t('version', { version })}
          </p>
        </div>
      </Screen>
    </AdminMessages>
  )
}
