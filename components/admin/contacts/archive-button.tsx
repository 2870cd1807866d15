'use client'
import { Archive, ArchiveRestore } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import { Tip } from '@/components/ui/tooltip'

/** Archives a message, or restores it. */
export function ArchiveButton({
  id,
  name,
  version,
  archived,
}: {
  id: number
  name: string
  version: string
  archived: boolean
}) {
  const t = useTranslations('admin.contacts')
  const { send, refresh, pending, succeeded } = useSave()
  const change = async () => {
    const answer = await send('PATCH', `/api/contacts/${id}`, { archived: !archived, version })
    if (answer.ok) succeeded(t(archived ? 'restored' : 'archived'))
    refresh()
  }
  const Icon = archived ? ArchiveRestore : Archive
  return (
    <Tip word={t(archived ? 'restoreShort' : 'archiveShort')}>
      <Button
        variant="ghost"
        size="icon"
        pending={pending}
        aria-label={t(archived ? 'restore' : 'archive', { name })}
        onClick={() => void change()}
      >
        <Icon aria-hidden="true" />
      </Button>
    </Tip>
  )
}
