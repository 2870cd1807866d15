'use client'
import { Download, UserX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OwnerOnly } from '@/components/admin/frame/owner-only'
import { Confirm } from '@/components/admin/shared/dialogs'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import { Tip, TooltipProvider } from '@/components/ui/tooltip'
import type { Erased, PersonData } from '@/lib/people/schema'

/** The actions when a person asks for their data, or for their erasure. */
export function PersonActions({
  email,
  customer,
  name,
  inWords = false,
}: {
  email: string
  /** Where it is about all that one customer has, whatever their emails. */
  customer?: number
  name: string
  /** On a page about this person alone; in a list there is room for icons only. */
  inWords?: boolean
}) {
  const t = useTranslations('admin.people')
  const { send, refresh, pending, succeeded } = useSave()
  const [asking, setAsking] = useState(false)
  const who = customer === undefined ? { email } : { key: customer }

  const save = async () => {
    const answer = await send<PersonData>('POST', '/api/admin/people/export', who)
    if (!answer.ok) return
    download(answer.data, `person-${answer.data.exportedAt.slice(0, 10)}.json`)
    succeeded(t('exported', { name }))
  }
  const erase = async () => {
    const answer = await send<Erased>('POST', '/api/admin/people/erase', who)
    setAsking(false)
    if (!answer.ok) return
    succeeded(t('erased'))
    refresh()
  }
  const exporting = { pending: pending && !asking, onClick: () => void save() }
  const erasing = { onClick: () => setAsking(true) }
  return (
    <OwnerOnly>
      <span className={inWords ? 'flex flex-wrap gap-2' : 'flex gap-1'}>
        {inWords ? (
          <>
            <Button variant="outline" {...exporting}>
              <Download aria-hidden="true" />
              {t('exportShort')}
            </Button>
            <Button variant="ghost" className="text-onair-soft" {...erasing}>
              <UserX aria-hidden="true" />
              {t('eraseShort')}
            </Button>
          </>
        ) : (
          <TooltipProvider>
            <Tip word={t('exportShort')}>
              <Button variant="ghost" size="icon" aria-label={t('export', { name })} {...exporting}>
                <Download aria-hidden="true" />
              </Button>
            </Tip>
            <Tip word={t('eraseShort')}>
              <Button variant="ghost" size="icon" aria-label={t('erase', { name })} {...erasing}>
                <UserX aria-hidden="true" />
              </Button>
            </Tip>
          </TooltipProvider>
        )}
        {asking && (
          <Confirm
            title={t('question', { email: email || name })}
            text={t('questionText')}
            action={t('eraseShort')}
            pending={pending}
            confirm={() => void erase()}
            close={() => setAsking(false)}
          />
        )}
      </span>
    </OwnerOnly>
  )
}

function download(data: PersonData, file: string): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = file
  link.click()
  URL.revokeObjectURL(url)
}
