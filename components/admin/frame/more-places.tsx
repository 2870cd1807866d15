'use client'
import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { leaveTo, signOutAdmin } from '@/components/admin/account/sign-out'
import { useLeaveWhenIdle } from '@/components/admin/account/use-leave-when-idle'
import { Link } from './link'
import { currentOf } from './place-link'

export type NamedPlace = { key: string; name: string; href: string }

type Props = {
  places: readonly NamedPlace[]
  exit: string
  /** Signed in on a device of their own: the page is left later when nobody uses it. */
  trusted: boolean
}

/** The other places and the sign-out: a native popover on a phone, closed by going somewhere. */
export function MorePlaces({ places, exit, trusted }: Props) {
  const t = useTranslations('admin.session')
  const [leaving, setLeaving] = useState(false)
  const path = usePathname()
  const list = useRef<HTMLDivElement>(null)
  useLeaveWhenIdle(() => leaveTo(exit), { trusted })
  useEffect(() => {
    // An old browser without popovers shows the list at all times.
    if (list.current?.matches(':popover-open')) list.current.hidePopover()
  }, [path])
  const leave = async () => {
    setLeaving(true)
    leaveTo(await signOutAdmin(exit, 'here'))
  }
  return (
    <div ref={list} id="console-more" popover="auto" className="console-more">
      <ul>
        {places.map(({ key, name, href }) => (
          <li key={key}>
            <Link href={href} aria-current={currentOf(path, href)}>
              {name}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" disabled={leaving} onClick={() => void leave()}>
            {t('signOut')}
          </button>
        </li>
      </ul>
    </div>
  )
}
