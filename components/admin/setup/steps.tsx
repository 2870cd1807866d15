'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from '@/components/admin/frame/link'
import { EntryButtons, EntryForm, TextEntry, useEntry } from '@/components/admin/shared/form'
import { useSave } from '@/components/admin/shared/use-save'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'
import type { Locale } from '@/lib/i18n/routing'
import { roomNameBody, testMailBody, type SetupStatus, type SetupStep } from '@/lib/setup/schema'

type Props = {
  status: SetupStatus
  /** The default recipient of the test mail. */
  email: string
  locale: Locale
  /** The addresses of the console's first page and of its services. */
  home: string
  services: string
  /** Instants and dates in the reader's language; empty where there is none. */
  words: { checkedAt: string; mailAt: string; knownUntil: string | null }
}

const pathOf = (step: SetupStep) => `/api/admin/setup/${step}`

/**
 * The steps of set-up that are not settings: room, payments, mail, holidays, services, and the end.
 */
export function SetupSteps({ status, email, locale, home, services, words }: Props) {
  const t = useTranslations('admin.setup')
  const { payments, mail } = status
  const { sessions, addOns } = status.services
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Step name="room" isDone={status.room !== null}>
        <RoomForm name={status.room ?? ''} />
      </Step>
      <Step
        name="payments"
        isDone={payments.keys === 'live' && payments.checked?.result === 'accepted'}
      >
        <Says>
          <span>{`${t(`payments.keys.${payments.keys}`)} `}</span>
          {payments.keys !== 'missing' && (
            <span>
              {payments.checked
                ? t(`payments.results.${payments.checked.result}`, { at: words.checkedAt })
                : t('payments.unchecked')}
            </span>
          )}
        </Says>
        {payments.keys !== 'missing' && (
          <Act step="payments" text={t('payments.check')} said={() => t('payments.checked')} />
        )}
      </Step>
      <Step name="mail" isDone={mail.state === 'proven'}>
        <Says>
          {t(`mail.states.${mail.state}`, { at: words.mailAt, failure: mail.failure ?? '' })}
        </Says>
        {mail.state !== 'missing' && <MailForm email={email} locale={locale} />}
      </Step>
      <Step name="holidays" isDone={status.holidays.isEnough}>
        <Says>
          {words.knownUntil === null
            ? t('holidays.none')
            : t('holidays.until', { date: words.knownUntil })}
        </Says>
        <Act<{ added: number }>
          step="holidays"
          text={t('holidays.add')}
          said={({ added }) => t('holidays.added', { count: added })}
        />
      </Step>
      <Step name="services" isDone={sessions > 0}>
        <Says>
          {sessions + addOns > 0 ? t('services.count', { sessions, addOns }) : t('services.none')}
        </Says>
        <Act<{ added: number }>
          step="services"
          text={t('services.add')}
          said={({ added }) => t('services.added', { count: added })}
        >
          <Link href={services} className={buttonVariants({ variant: 'ghost' })}>
            {t('services.edit')}
          </Link>
        </Act>
      </Step>
      <Step name="finish" isDone={status.finishedAt !== null}>
        {status.finishedAt !== null && <Says>{t('finish.again')}</Says>}
        <Act
          step="finish"
          text={t('finish.action')}
          said={() => t('finish.done')}
          leadsTo={home}
          isMain
        />
      </Step>
    </div>
  )
}

function Step({
  name,
  isDone,
  children,
}: {
  name: SetupStep
  isDone: boolean
  children: Elements
}) {
  const t = useTranslations('admin.setup')
  return (
    <section
      id={name}
      aria-labelledby={`step-${name}`}
      className="grid scroll-mt-24 content-start gap-4 rounded-lg border border-line bg-card p-4 sm:p-6"
    >
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 id={`step-${name}`} className="text-lg">
            {t(`${name}.title`)}
          </h3>
          <Badge variant={isDone ? 'success' : 'secondary'}>
            {isDone && <Check aria-hidden="true" className="size-3.5" />}
            <span>{t(isDone ? 'done' : 'notYet')}</span>
          </Badge>
        </div>
        <p className="measure text-sm wrap-anywhere text-muted">{t(`${name}.hint`)}</p>
      </div>
      {children}
    </section>
  )
}

const Says = ({ children }: { children: ReactNode }) => (
  <p role="status" className="text-sm">
    {children}
  </p>
)

type ActProps<Answer> = {
  step: SetupStep
  text: string
  /** The notice for the server's answer. */
  said: (answer: Answer) => string
  /** The destination afterwards; when absent, the page is reloaded. */
  leadsTo?: string
  isMain?: boolean
  children?: Elements
}

/** A button for a step without input. */
function Act<Answer>({ step, text, said, leadsTo, isMain, children }: ActProps<Answer>) {
  const { send, refresh, pending, succeeded } = useSave()
  const router = useRouter()
  const ask = async () => {
    const answer = await send<Answer>('POST', pathOf(step), {})
    if (!answer.ok) return
    succeeded(said(answer.data))
    if (leadsTo === undefined) refresh()
    else router.push(leadsTo)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant={isMain ? 'default' : 'outline'} pending={pending} onClick={() => void ask()}>
        {text}
      </Button>
      {children}
    </div>
  )
}

function RoomForm({ name }: { name: string }) {
  const [t, form] = [useTranslations('admin.setup.room'), useTranslations('admin.form')]
  const entry = useEntry({
    method: 'POST',
    path: pathOf('room'),
    schema: roomNameBody,
    fields: ['name'],
    saved: t('saved'),
  })
  return (
    <EntryForm entry={entry}>
      <TextEntry name="name" label={t('name')} required defaultValue={name} />
      <EntryButtons pending={entry.pending} save={form('save')} />
    </EntryForm>
  )
}

function MailForm({ email, locale }: { email: string; locale: Locale }) {
  const t = useTranslations('admin.setup.mail')
  const entry = useEntry({
    method: 'POST',
    path: pathOf('mail'),
    schema: testMailBody,
    fields: ['email'],
    body: (typed) => ({ ...typed, locale }),
    saved: t('sent'),
  })
  return (
    <EntryForm entry={entry}>
      <TextEntry name="email" type="email" label={t('to')} required defaultValue={email} />
      <EntryButtons pending={entry.pending} save={t('send')} />
    </EntryForm>
  )
}
