'use client'
import { DropdownMenu as Primitive } from 'radix-ui'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { menuItemClasses } from '@/components/ui/menu'
import { enhanceLink } from '@/components/ui/hydrated'
import { hourText } from '@/lib/time'

type Props = {
  item: string
  hour: number
  top: number
  height: number
  isStop: boolean
  /** Where a booking at this time is entered. */
  href: string
  choose: () => void
}

/** A free hour: a link to a new booking, and once the page is hydrated a choice. */
export function FreeHour({ item, hour, top, height, isStop, href, choose }: Props) {
  const t = useTranslations('admin.calendar')
  return (
    <li className="absolute inset-x-0" style={{ top, height }}>
      <Link
        href={href}
        prefetch={false}
        scroll={false}
        data-item={item}
        draggable={false}
        tabIndex={isStop ? 0 : -1}
        aria-label={t('freeAt', { time: hourText(hour) })}
        onClick={enhanceLink(choose)}
        className="block size-full hover:bg-raised"
      />
    </li>
  )
}

type MenuProps = { top: number; height: number; href: string; block: () => void; close: () => void }

/** What can be done with a free hour, over it. */
export function FreeHourMenu({ top, height, href, block, close }: MenuProps) {
  const t = useTranslations('admin.calendar')
  return (
    <li className="pointer-events-none absolute inset-x-0" style={{ top, height }}>
      <DropdownMenu open onOpenChange={(open) => !open && close()}>
        <DropdownMenuTrigger asChild>
          <span
            aria-hidden="true"
            className="block size-full rounded-md border-2 border-tungsten"
          />
        </DropdownMenuTrigger>
        <DropdownMenuContent
          aria-label={t('freeMenu')}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <Primitive.Item asChild>
            <Link href={href} prefetch={false} scroll={false} className={menuItemClasses}>
              {t('bookHere')}
            </Link>
          </Primitive.Item>
          <Primitive.Item className={menuItemClasses} onSelect={block}>
            {t('blockHere')}
          </Primitive.Item>
        </DropdownMenuContent>
      </DropdownMenu>
    </li>
  )
}
