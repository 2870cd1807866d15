'use client'
import { Command } from 'cmdk'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { fieldClasses } from '@/components/ui/input'
import { MOST_FOUND, type Found } from '@/lib/admin/search/schema'
import { pathIn } from '@/lib/i18n/path'
import { type Locale, toLocale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'
import { useSearch } from './use-search'

/** The search over the console: a result is opened by Enter or a press. */
export function Palette({ open, close }: { open: boolean; close: () => void }) {
  const t = useTranslations('admin.search')
  const lists = useTranslations('admin.lists')
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        closeLabel={lists('close')}
        aria-describedby={undefined}
        className="self-start gap-4"
      >
        <DialogTitle className="pr-10">{t('title')}</DialogTitle>
        <Finder close={close} />
      </DialogContent>
    </Dialog>
  )
}

function Finder({ close }: { close: () => void }) {
  const t = useTranslations('admin.search')
  const locale = toLocale(useLocale())
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const { query, found, failed, retry } = useSearch(typed)
  const groups = found ? groupsOf(found, locale) : []
  const count = groups.reduce((sum, { results }) => sum + results.length, 0)
  const said = () => {
    if (query === '') return t('hint')
    if (failed) return t('failed')
    if (!found) return t('searching')
    if (count === 0) return t('empty', { query })
    const isCut = groups.some(({ results }) => results.length === MOST_FOUND)
    return t(isCut ? 'foundFirst' : 'found', { count })
  }
  return (
    <Command shouldFilter={false} vimBindings={false} label={t('title')} className="grid gap-3">
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={t('placeholder')}
        className={`${fieldClasses} h-12`}
        enterKeyHint="go"
        data-no-keep=""
      />
      <p role="status" className="text-sm text-muted wrap-anywhere">
        {said()}
      </p>
      {failed && (
        <Button variant="outline" onClick={retry}>
          {t('retry')}
        </Button>
      )}
      <Command.List key={query} label={t('title')} className="max-h-[50dvh] overflow-y-auto">
        {groups.map(({ kind, results }) => (
          <Command.Group key={kind} heading={<Heading>{t(`kinds.${kind}`)}</Heading>}>
            {results.map(({ path, name, about }) => (
              <Command.Item
                key={path}
                value={path}
                onSelect={() => {
                  close()
                  router.push(pathIn(locale, path))
                }}
                className={ITEM}
              >
                <span className="truncate">{name}</span>
                <span className="figures truncate text-sm text-muted">{about}</span>
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}

const Heading = ({ children }: { children: string }) => (
  <span className="block px-3 pt-3 pb-1 text-xs text-muted">{children}</span>
)

const ITEM =
  'grid min-h-11 cursor-pointer content-center rounded-md px-3 py-1.5 ' +
  'data-[selected=true]:bg-line'

type Result = { path: string; name: string; about: string }
type Group = { kind: keyof Found; results: Result[] }

const groupsOf = (found: Found, locale: Locale): Group[] =>
  [
    {
      kind: 'bookings' as const,
      results: found.bookings.map(({ id, name, service, date, time }) => ({
        path: `/admin/bookings/${id}`,
        name: `#${id} ${name}`,
        about: [longDate(date, locale), time, service].join(' · '),
      })),
    },
    {
      kind: 'customers' as const,
      results: found.customers.map(({ key, name, reach }) => ({
        path: `/admin/customers/${key}`,
        name,
        about: reach ?? '',
      })),
    },
    {
      kind: 'orders' as const,
      results: found.orders.map(({ id, name }) => ({
        path: `/admin/orders?${new URLSearchParams({ q: `#${id}` })}`,
        name: `#${id} ${name}`,
        about: '',
      })),
    },
    {
      kind: 'places' as const,
      results: found.places.map(({ name, path }) => ({ path, name, about: '' })),
    },
  ].filter(({ results }) => results.length > 0)
