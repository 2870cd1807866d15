'use client'
import { ArrowDown, ArrowUp, Pencil, Star } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { RemoveButton } from '@/components/admin/shared/dialogs'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useSave } from '@/components/admin/shared/use-save'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { pictureUrl, type PortfolioItem } from '@/lib/content/rules'
import { ItemEditor } from '@/components/admin/portfolio/item-form'

type Props = {
  item: PortfolioItem
  /** What visitors see when the item has no picture of its own. */
  scene: string
  /** From 1. */
  place: number
  count: number
  /** Changes the item. */
  submit: FormAction
}

/** One item and what can be done with it. */
export function ItemCard({ item, scene, place, count, submit }: Props) {
  const [t, form] = [useTranslations('admin.portfolio'), useTranslations('admin.form')]
  const { send, refresh, pending, succeeded } = useSave()
  const [editing, setEditing] = useState(false)
  const type = `types.${item.type}` as 'types.podcast'

  const change = async (body: object, text: string) => {
    const answer = await send('PATCH', `/api/portfolio/${item.id}`, {
      ...body,
      version: item.updatedAt,
    })
    if (answer.ok) succeeded(text)
    refresh()
  }
  const move = (by: number) => void change({ position: place + by }, t('moved'))

  return (
    <li className="grid content-start gap-3 overflow-hidden rounded-lg border border-line bg-card">
      <img
        src={pictureUrl(item.thumbnailUrl) ?? scene}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        className="aspect-video w-full bg-ground object-cover"
      />
      <div className="grid gap-2 px-4">
        <p className="flex flex-wrap gap-2">
          <Badge variant="outline">{t.has(type) ? t(type) : item.type}</Badge>
          {item.featured && <Badge>{t('featured')}</Badge>}
        </p>
        <h3 className="text-lg wrap-anywhere">{item.title}</h3>
        <p className="text-sm text-muted">{item.description}</p>
      </div>
      <div className="flex flex-wrap items-center gap-1 self-end border-t border-line px-2 py-1.5">
        <Button
          variant="ghost"
          aria-label={`${form('edit')}: ${item.title}`}
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden="true" />
          {form('edit')}
        </Button>
        <Button
          variant="ghost"
          size="icon"
          pending={pending}
          aria-pressed={item.featured}
          aria-label={t('feature', { title: item.title })}
          onClick={() => void change({ featured: !item.featured }, t('updated'))}
        >
          <Star aria-hidden="true" className={cn(item.featured && 'fill-tungsten text-tungsten')} />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          pending={pending}
          disabled={place === 1}
          aria-label={t('earlier', { title: item.title })}
          onClick={() => move(-1)}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          pending={pending}
          disabled={place === count}
          aria-label={t('later', { title: item.title })}
          onClick={() => move(1)}
        >
          <ArrowDown aria-hidden="true" />
        </Button>
        <RemoveButton
          path={`/api/portfolio/${item.id}`}
          version={item.updatedAt}
          name={item.title}
          question={t('removeQuestion', { title: item.title })}
          removed={t('removed')}
        />
      </div>
      {editing && <ItemEditor item={item} submit={submit} close={() => setEditing(false)} />}
    </li>
  )
}
