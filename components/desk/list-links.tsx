import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonVariants } from '@/components/ui/button'

type Props = { path: string; query: string; cursor: string | null; nextCursor: string | null }

/** To the next page, and back to the first; `query` is the filter, which every page keeps. */
export function ListPages({ path, query, cursor, nextCursor }: Props) {
  const t = useTranslations('admin.list')
  if (!cursor && !nextCursor) return null
  const address = (page: string | null) => {
    const all = new URLSearchParams(query)
    if (page) all.set('cursor', page)
    return all.size > 0 ? `${path}?${all}` : path
  }
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap justify-between gap-3">
      {cursor && (
        <Link
          prefetch={false}
          href={address(null)}
          className={buttonVariants({ variant: 'outline' })}
        >
          {t('newest')}
        </Link>
      )}
      {nextCursor && (
        <Link
          prefetch={false}
          href={address(nextCursor)}
          className={`${buttonVariants({ variant: 'outline' })} ml-auto`}
        >
          {t('older')}
        </Link>
      )}
    </nav>
  )
}
