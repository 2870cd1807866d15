import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonVariants } from '@/components/ui/button'

type Props = { path: string; all: boolean; cursor: string | null; nextCursor: string | null }

const address = (path: string, { all, cursor }: { all: boolean; cursor: string | null }) => {
  const query = new URLSearchParams({ ...(all && { all: '1' }), ...(cursor && { cursor }) }).toString()
  return query ? `${path}?${query}` : path
}

/** Shows or hides the holds that ended unpaid; the choice stands in the address. */
export function EndedToggle({ path, all }: Pick<Props, 'path' | 'all'>) {
  const t = useTranslations('admin.list')
  return (
    <Link prefetch={false} href={address(path, { all: !all, cursor: null })} className={buttonVariants({ variant: 'ghost', size: 'sm' })}>
      {t(all ? 'hideEnded' : 'showEnded')}
    </Link>
  )
}

/** To older bookings, and back to the newest. */
export function ListPages({ path, all, cursor, nextCursor }: Props) {
  const t = useTranslations('admin.list')
  if (!cursor && !nextCursor) return null
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap justify-between gap-3">
      {cursor && (
        <Link prefetch={false} href={address(path, { all, cursor: null })} className={buttonVariants({ variant: 'outline', size: 'sm' })}>
          {t('newest')}
        </Link>
      )}
      {nextCursor && (
        <Link prefetch={false} href={address(path, { all, cursor: nextCursor })} className={`${buttonVariants({ variant: 'outline', size: 'sm' })} ml-auto`}>
          {t('older')}
        </Link>
      )}
    </nav>
  )
}
