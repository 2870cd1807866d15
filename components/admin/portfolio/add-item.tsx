'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { EntryButtons, EntryForm } from '@/components/admin/form/entry'
import { useEntry } from '@/components/admin/form/use-entry'
import { portfolioBody } from '@/lib/content/schema'
import { ItemFields } from './item-fields'

/** The form that adds an item; empty again once it has. */
export function AddItem() {
  const [added, setAdded] = useState(0)
  return <Form key={added} done={() => setAdded(added + 1)} />
}

function Form({ done }: { done: () => void }) {
  const t = useTranslations('admin.portfolio')
  const entry = useEntry({
    method: 'POST',
    path: '/api/portfolio',
    schema: portfolioBody,
    missing: { title: t('missing.title'), text: t('missing.text') },
    saved: t('added'),
    done,
  })
  return (
    <EntryForm entry={entry}>
      <ItemFields />
      <EntryButtons pending={entry.pending} save={t('add')} />
    </EntryForm>
  )
}
