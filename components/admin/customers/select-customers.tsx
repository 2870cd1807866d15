'use client'
import { Download, Mail } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { OwnerOnly } from '@/components/admin/frame/owner-only'
import { DownloadLink } from '@/components/admin/shared/download-link'
import { SelectRows, useSelected } from '@/components/admin/shared/select-rows'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { bccHref } from '@/lib/admin/customers/rules'

/** Of each customer by key. */
type Emails = Readonly<Record<number, string | null>>

const emailsOf = (keys: readonly number[], emails: Emails): string[] =>
  keys.flatMap((key) => emails[key] ?? [])

type Props = {
  emails: Emails
  /** The list: each row by the customer's key. */
  children: ReactNode
}

/** Several customers of the list get one email, or go into one file. */
export function SelectCustomers({ emails, children }: Props) {
  const t = useTranslations('admin.customers.select')
  const says = (keys: readonly number[]) => {
    const known = emailsOf(keys, emails)
    const missing = keys.length - known.length
    const note = () => {
      if (keys.length === 0) return []
      if (known.length === 0) return [t('nobodyByEmail')]
      if (!bccHref(known)) return [t('tooMany')]
      return missing > 0 ? [t('withoutEmail', { count: missing })] : []
    }
    return [t('count', { count: keys.length }), ...note()]
  }
  return (
    <SelectRows
      words={{ begin: t('begin'), end: t('end'), all: t('all'), acts: t('acts') }}
      says={says}
      acts={<Acts emails={emails} />}
    >
      {children}
    </SelectRows>
  )
}

function Acts({ emails }: { emails: Emails }) {
  const t = useTranslations('admin.customers.select')
  const { values: keys } = useSelected()
  const email = (
    <>
      <Mail aria-hidden="true" />
      <span>{t('email')}</span>
    </>
  )
  const file = (
    <>
      <Download aria-hidden="true" />
      <span>{t('file')}</span>
    </>
  )
  if (keys.length === 0)
    return (
      <div className="contents">
        <Button disabled>{email}</Button>
        <OwnerOnly>
          <Button variant="outline" disabled>
            {file}
          </Button>
        </OwnerOnly>
      </div>
    )
  const mailto = bccHref(emailsOf(keys, emails))
  const query = new URLSearchParams(keys.map((key) => ['key', String(key)]))
  return (
    <div className="contents">
      {mailto && (
        <a href={mailto} className={buttonVariants()}>
          {email}
        </a>
      )}
      <OwnerOnly>
        <DownloadLink
          href={`/api/admin/customers/export?${query}`}
          className={buttonVariants({ variant: 'outline' })}
        >
          {file}
        </DownloadLink>
      </OwnerOnly>
    </div>
  )
}
