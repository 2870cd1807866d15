'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { ChoiceEntry, EditorDialog, EditorForm, TextEntry } from '@/components/admin/shared/form'
import { useMoment } from '@/components/admin/shared/moment'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useSave } from '@/components/admin/shared/use-save'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'
import { invitationShape, type InvitationLine, type UserLine } from '@/lib/auth/schema'
import { LANGUAGES } from '@/lib/i18n/languages'
import { LOCALES } from '@/lib/i18n/routing'
import { ROLES, type Role } from '@/lib/roles'

type Props = {
  users: readonly UserLine[]
  invitations: readonly InvitationLine[]
  /** Whoever looks. */
  self: number
  submit: FormAction
}

/** The accounts and open invitations: roles, sessions, and the way in. */
export function UserList({ users, invitations, self, submit }: Props) {
  const t = useTranslations('admin.users')
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <ul className="grid gap-3">
        {users.map((user) => (
          <User key={user.id} user={user} isSelf={user.id === self} />
        ))}
      </ul>
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      <Button className="justify-self-start" onClick={() => setInviting(true)}>
        {t('invite')}
      </Button>
      {inviting && <InvitationDialog submit={submit} close={() => setInviting(false)} />}
    </>
  )
}

const useRoles = () => {
  const t = useTranslations('admin.users.roles')
  return ROLES.map((role): [string, string] => [role, t(role)])
}

function User({ user, isSelf }: { user: UserLine; isSelf: boolean }) {
  const t = useTranslations('admin.users')
  const moment = useMoment()
  const roles = useRoles()
  const { send, refresh, pending, succeeded } = useSave()
  const { id, username } = user
  const change = async (body: { role?: Role; disabled?: boolean }) => {
    if ((await send('PATCH', `/api/admin/users/${id}`, body)).ok) succeeded(t('saved'))
    refresh()
  }
  const signOut = async () => {
    if ((await send('DELETE', `/api/admin/users/${id}/sessions`)).ok) succeeded(t('signedOut'))
    refresh()
  }
  const facts = [
    user.email,
    user.lastSeenAt
      ? t('lastSeen', { at: moment(user.lastSeenAt), count: user.sessions })
      : t('neverSeen'),
    t('passkeys', { count: user.passkeys }),
    t(user.twoStep ? 'twoStep' : 'noTwoStep'),
  ]
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-card p-4">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <strong className="font-semibold wrap-anywhere">{username}</strong>
          {isSelf && <Badge variant="outline">{t('you')}</Badge>}
          {user.disabled && <Badge variant="destructive">{t('shut')}</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <NativeSelect
          key={user.role}
          aria-label={t('roleOf', { name: username })}
          defaultValue={user.role}
          disabled={pending || isSelf}
          options={roles}
          onChange={(event) => void change({ role: event.target.value as Role })}
          className="h-11 w-40 text-sm"
        />
        {user.sessions > 0 && !isSelf && (
          <Button variant="outline" disabled={pending} onClick={() => void signOut()}>
            {t('signOut')}
          </Button>
        )}
        {!isSelf && (
          <Button
            variant="ghost"
            disabled={pending}
            onClick={() => void change({ disabled: !user.disabled })}
          >
            {t(user.disabled ? 'open' : 'shutAccount')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Invitations({ invitations }: Pick<Props, 'invitations'>) {
  const t = useTranslations('admin.users')
  const moment = useMoment()
  const { send, refresh, pending } = useSave()
  const withdraw = async (id: number) => {
    await send('DELETE', `/api/admin/users/invitations/${id}`)
    refresh()
  }
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-semibold">{t('invited')}</h2>
      <ul className="grid gap-2 text-sm">
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="wrap-anywhere">
              {[email, t(`roles.${role}`), t('until', { at: moment(expiresAt) })].join(' · ')}
            </span>
            <Button
              variant="ghost"
              size="sm"
              className="h-11"
              disabled={pending}
              aria-label={t('withdrawOf', { email })}
              onClick={() => void withdraw(id)}
            >
              {t('withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type DialogProps = { submit: FormAction; close: () => void }

function InvitationDialog({ submit, close }: DialogProps) {
  const t = useTranslations('admin.users')
  const locale = useLocale()
  const roles = useRoles()
  return (
    <EditorDialog title={t('invite')} close={close}>
      <EditorForm
        action={submit}
        params={{}}
        schema={invitationShape}
        fields={['email', 'role', 'locale']}
        initial={{ email: '', role: 'crew', locale }}
        saved={t('sent')}
        save={t('send')}
      >
        <TextEntry name="email" label={t('email')} type="email" autoComplete="off" required />
        <ChoiceEntry name="role" label={t('role')} hint={t('roleHint')} options={roles} />
        <ChoiceEntry
          name="locale"
          label={t('language')}
          options={LOCALES.map((one): [string, string] => [one, LANGUAGES[one].nativeName])}
        />
      </EditorForm>
    </EditorDialog>
  )
}
