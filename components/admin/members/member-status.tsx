'use client'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { MEMBER_STATUSES, type MemberStatus } from '@/lib/memberships/rules'
import { useSave } from '../use-save'

/** Pauses, ends or revives a membership. `version` is the row's updatedAt. */
export function MemberStatusMenu({
  id,
  name,
  status,
  version,
}: {
  id: number
  name: string
  status: MemberStatus
  version: string
}) {
  const t = useTranslations('admin.members')
  const { send, refresh, pending, succeeded } = useSave()
  const choose = async (next: string) => {
    if (next === status) return
    const result = await send('PATCH', `/api/memberships/${id}`, { status: next, version })
    if (result.ok) succeeded(t('changed', { name }))
    if (result.ok || result.status === 409) refresh()
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" pending={pending} aria-label={t('change', { name })}>
          {t('changeShort')}
          <ChevronDown aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={status} onValueChange={(next) => void choose(next)}>
          {MEMBER_STATUSES.map((key) => (
            <DropdownMenuRadioItem key={key} value={key}>
              {t(`status.${key}`)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
