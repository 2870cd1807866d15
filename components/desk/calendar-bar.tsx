'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { buttonVariants } from '@/components/ui/button-variants'
import { Input } from '@/components/ui/input'
import { isDate } from '@/lib/time'

type Props = {
  path: string
  view: 'week' | 'day'
  date: string
  today: string
  previous: string
  next: string
}

/** Which days the calendar shows: all of it in the address. */
export function CalendarBar({ path, view, date, today, previous, next }: Props) {
  const t = useTranslations('admin.calendar')
  const router = useRouter()
  const to = (day: string, as: string = view) => {
    const query = new URLSearchParams({ tab: 'calendar' })
    if (as === 'day') query.set('view', 'day')
    if (day !== today) query.set('date', day)
    return `${path}?${query}`
  }
  const link = (variant: 'outline' | 'secondary' | 'ghost') => buttonVariants({ variant })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Link
        prefetch={false}
        scroll={false}
        href={to(previous)}
        aria-label={t('previous')}
        className={`${link('outline')} px-3`}
      >
        <ChevronLeft aria-hidden="true" />
      </Link>
      <Link prefetch={false} scroll={false} href={to(today)} className={link('outline')}>
        {t('today')}
      </Link>
      <Link
        prefetch={false}
        scroll={false}
        href={to(next)}
        aria-label={t('next')}
        className={`${link('outline')} px-3`}
      >
        <ChevronRight aria-hidden="true" />
      </Link>
      <Input
        key={date}
        type="date"
        aria-label={t('goTo')}
        defaultValue={date}
        onChange={(event) =>
          isDate(event.target.value) && router.push(to(event.target.value), { scroll: false })
        }
        className="h-11 w-40 px-2.5 text-sm"
      />
      <div role="group" aria-label={t('view')} className="flex">
        {(['week', 'day'] as const).map((one) => (
          <Link
            key={one}
            prefetch={false}
            scroll={false}
            href={to(date, one)}
            aria-current={one === view ? 'true' : undefined}
            className={link(one === view ? 'secondary' : 'ghost')}
          >
            {t(one)}
          </Link>
        ))}
      </div>
    </div>
  )
}
