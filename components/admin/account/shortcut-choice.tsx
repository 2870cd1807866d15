'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { chooseShortcuts, hasShortcuts } from '@/components/admin/frame/shortcuts'
import { useHydrated } from '@/components/ui/hydrated'

/** Whether this device has the shortcuts of the console. */
export function ShortcutChoice() {
  const t = useTranslations('admin.shortcuts')
  const hydrated = useHydrated()
  const [choice, setChoice] = useState<boolean | null>(null)
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-tungsten"
        disabled={!hydrated}
        checked={choice ?? (!hydrated || hasShortcuts())}
        onChange={(event) => {
          chooseShortcuts(event.target.checked)
          setChoice(event.target.checked)
        }}
      />
      <span className="text-sm">{t('setting')}</span>
    </label>
  )
}
