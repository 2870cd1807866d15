import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonVariants } from '@/components/ui/button'

type Props = {
  /** Names the list whose pages these are. */
  label: string
  path: string
  /** What the address says besides the page; empty values are left out. */
  query: Record<string, string | number | null | undefined>
  /** The address's name for the page, where a tab has two lists. */
  name?: string
  cursor: number | undefined
  nextCursor: number | null
}

/** To older entries of a list, and back to the newest. */
export function CursorPages({ label, path, query, name = 'cursor', cursor, nextCursor }: Props) {
  const t = useTranslations('admin.lists')
  if (cursor === undefined && nextCursor === null) return null
  const button = buttonVariants({ variant: 'outline' })
  return (
    <nav aria-label={label} className="flex flex-wrap justify-between gap-3">
      {cursor !== undefined && (
        <Link prefetch={false} href={addressOf(path, query)} className={button}>
          {t('newest')}
        </Link>
      )}
      {nextCursor !== null && (
        <Link
          prefetch={false}
          href={addressOf(path, { ...query, [name]: nextCursor })}
          className={`${button} ml-auto`}
        >
          {t('older')}
        </Link>
      )}
    </nav>
  )
}

/** A path with what a query says; empty values are left out. */
export function addressOf(path: string, query: Props['query']): string {
  const said = Object.entries(query).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  return said.length > 0 ? `${path}?${new URLSearchParams(said)}` : path
}
