'use client'
import { useTranslations } from 'next-intl'
import { EditorDialog, EditorForm } from '@/components/admin/form/editor'
import type { PortfolioItem } from '@/lib/content/rules'
import { portfolioPatch } from '@/lib/content/schema'
import { ItemFields } from './item-fields'

/** The dialog that changes an item. */
export function ItemEditor({
  item,
  open,
  setOpen,
}: {
  item: PortfolioItem
  open: boolean
  setOpen: (open: boolean) => void
}) {
  const t = useTranslations('admin.portfolio')
  return (
    <EditorDialog
      title={t('editTitle', { title: item.title })}
      open={open}
      setOpen={setOpen}
      className="max-w-3xl"
    >
      <EditorForm
        method="PATCH"
        path={`/api/portfolio/${item.id}`}
        schema={portfolioPatch}
        version={item.updatedAt}
        missing={{ title: t('missing.title'), text: t('missing.text') }}
        saved={t('updated')}
        close={() => setOpen(false)}
      >
        <ItemFields item={item} />
      </EditorForm>
    </EditorDialog>
  )
}
