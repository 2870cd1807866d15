'use client'
import { useTranslations } from 'next-intl'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { GOES } from './shortcuts'

/** What each shortcut does. */
export function ShortcutList({ open, close }: { open: boolean; close: () => void }) {
  const t = useTranslations('admin.shortcuts')
  const lists = useTranslations('admin.lists')
  const rows = [
    { name: t('search'), keys: ['/', 'Ctrl+K', '⌘K'], between: t('or') },
    ...GOES.map(([keys, name]) => ({ name: t(name), keys: keys.split(' '), between: t('then') })),
    { name: t('list'), keys: ['?'], between: '' },
  ]
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent closeLabel={lists('close')} aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>{t('title')}</DialogTitle>
        </DialogHeader>
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 text-sm">
          {rows.map(({ name, keys, between }) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="text-muted">
                {keys
                  .map((key) => (key.length === 1 ? key.toUpperCase() : key))
                  .join(` ${between} `)}
              </dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  )
}
