'use client'
import { Archive, ArchiveRestore } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import type { AdminContact } from '@/lib/contacts/schema'
import { UNDO_SECONDS } from '@/lib/undo'

type Props = { id: number; name: string; version: string; archived: boolean }

/** Puts a person's messages aside, or back, at once; for some seconds it can be undone. */
export function ArchiveThread({ id, name, version, archived }: Props) {
  const t = useTranslations('admin.inbox')
  const acts = useTranslations('admin.acts')
  const { send, refresh, pending, succeeded } = useSave()
  const change = async (to: boolean, version: string) => {
    const body = { archived: to, earlier: true, version }
    const answer = await send<AdminContact>('PATCH', `/api/contacts/${id}`, body)
    refresh()
    return answer.ok ? answer.data.updatedAt : null
  }
  const undo = async (version: string) => {
    if (await change(archived, version)) succeeded(acts('undone'))
  }
  const act = async () => {
    const now = await change(!archived, version)
    if (now)
      succeeded(t(archived ? 'restored' : 'archived', { name }), {
        duration: UNDO_SECONDS * 1_000,
        action: { label: acts('undo'), onClick: () => void undo(now) },
      })
  }
  const Icon = archived ? ArchiveRestore : Archive
  return (
    <Button variant="outline" pending={pending} onClick={() => void act()}>
      <Icon aria-hidden="true" />
      <span>{t(archived ? 'restore' : 'archive')}</span>
    </Button>
  )
}
