import { useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'

type Query = Record<string, string | number | null | undefined>
type Props = {
  /** The accessible name of the list. */
  label: string
  path: string
  /** The rest of the query; empty values are left out. */
  query: Query
  /** The query parameter of the page, where an area has two lists. */
  name?: string
  /** Where this page begins; null or undefined is the first. */
  cursor: string | number | null | undefined
  nextCursor: string | number | null
  /** The labels of the links, where a list has its own. */
  newest?: string
  older?: string
  /** Other links of the list, placed first. */
  children?: Elements
}

/** Links to older entries of a list, and back to the newest. */
export function Pager({ label, path, query, name = 'cursor', children, ...props }: Props) {
  const t = useTranslations('admin.lists')
  const { cursor = null, nextCursor, newest = t('newest'), older = t('older') } = props
  if (cursor === null && nextCursor === null && !children) return null
  const button = buttonVariants({ variant: 'outline' })
  return (
    <nav aria-label={label} className={`flex flex-wrap gap-3 ${children ? '' : 'justify-between'}`}>
      {children}
      {cursor !== null && (
        <Link href={addressOf(path, query)} className={button}>
          {newest}
        </Link>
      )}
      {nextCursor !== null && (
        <Link
          href={addressOf(path, { ...query, [name]: nextCursor })}
          className={`${button} ml-auto`}
        >
          {older}
        </Link>
      )}
    </nav>
  )
}

/** A path with a query; empty values are left out. */
export function addressOf(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path
}
