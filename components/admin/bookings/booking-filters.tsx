'use client'
import { Download } from 'lucide-react'
import { OwnerOnly } from '@/components/admin/frame/owner-only'
import { DownloadLink } from '@/components/admin/shared/download-link'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, useTransition, type FormEvent } from 'react'
import { Counter } from '@/components/form/counter'
import { formQuery } from '@/components/form/query-of'
import { HydratedFieldset } from '@/components/ui/hydrated'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Spinner } from '@/components/ui/spinner'
import { LIMITS } from '@/lib/limits'
import { BOOKING_STATUSES } from '@/lib/bookings/status'

type Props = {
  path: string
  /** The filter as the address has it. */
  query: string
  services: { id: number; name: string }[]
}

const SORTS = ['newest', 'session', 'session-last'] as const
const SEARCH_PAUSE_MS = 400

/**
 * The filters and order of the list. Every choice is in the address, so it survives a reload, a
 * link and the back button.
 */
export function BookingFilters({ path, query, services }: Props) {
  const t = useTranslations('admin.filters')
  const status = useTranslations('admin.status')
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef(0)
  const [loading, start] = useTransition()
  const chosen = new URLSearchParams(query)
  const value = (name: string) => chosen.get(name) ?? ''

  const apply = () => {
    window.clearTimeout(timer.current)
    if (!form.current) return
    const next = new URLSearchParams(
      [...formQuery(form.current)].filter(
        ([name, text]) => text.trim() !== '' && !(name === 'sort' && text === 'newest'),
      ),
    )
    start(() => router.replace(next.size > 0 ? `${path}?${next}` : path, { scroll: false }))
  }
  const applySoon = () => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(apply, SEARCH_PAUSE_MS)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  const clear = () => {
    form.current
      ?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')
      .forEach((field) => {
        if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = false
        else field.value = field.name === 'sort' ? 'newest' : ''
      })
    apply()
  }

  return (
    <form ref={form} role="search" aria-label={t('label')} onSubmit={submit}>
      <HydratedFieldset className="grid min-w-0 grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-6">
        <Field
          id="filter-search"
          label={t('search')}
          note={<Counter id="filter-search" limit={LIMITS.search} />}
          className="col-span-2 md:col-span-1 xl:col-span-1"
        >
          <Input
            type="search"
            name="search"
            defaultValue={value('search')}
            placeholder={t('searchHint')}
            onChange={applySoon}
            className="h-11 text-sm"
          />
        </Field>
        <Field id="filter-status" label={t('status')}>
          <NativeSelect
            name="status"
            defaultValue={value('status')}
            onChange={apply}
            className="h-11 text-sm"
            empty={t('any')}
            options={BOOKING_STATUSES.map((one) => [one, status(one)])}
          />
        </Field>
        <Field id="filter-service" label={t('service')}>
          <NativeSelect
            name="service"
            defaultValue={value('service')}
            onChange={apply}
            className="h-11 text-sm"
            empty={t('any')}
            options={services.map(({ id, name }) => [String(id), name])}
          />
        </Field>
        <Field id="filter-from" label={t('from')} className="max-[379px]:col-span-2">
          <Input
            type="date"
            name="from"
            defaultValue={value('from')}
            onChange={applySoon}
            className="h-11 px-2.5 text-sm"
          />
        </Field>
        <Field id="filter-to" label={t('to')} className="max-[379px]:col-span-2">
          <Input
            type="date"
            name="to"
            defaultValue={value('to')}
            onChange={applySoon}
            className="h-11 px-2.5 text-sm"
          />
        </Field>
        <Field id="filter-sort" label={t('sort')} className="col-span-2 md:col-span-1">
          <NativeSelect
            name="sort"
            defaultValue={value('sort') || 'newest'}
            onChange={apply}
            className="h-11 text-sm"
            options={SORTS.map((sort) => [sort, t(sort)])}
          />
        </Field>
        <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-1">
          <label className="flex min-h-11 items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              name="all"
              value="1"
              defaultChecked={value('all') === '1'}
              onChange={apply}
              className="size-5"
            />
            {t('ended')}
          </label>
          {chosen.size > 0 && (
            <Button variant="ghost" onClick={clear}>
              {t('clear')}
            </Button>
          )}
          {loading && <Spinner />}
          <OwnerOnly>
            <DownloadLink
              href={`/api/admin/bookings/export?${query}`}
              className={`${buttonVariants({ variant: 'outline' })} ml-auto`}
            >
              <Download aria-hidden="true" />
              <span>{t('export')}</span>
            </DownloadLink>
          </OwnerOnly>
        </div>
      </HydratedFieldset>
    </form>
  )
}
