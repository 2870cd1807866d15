'use client'
import type { MouseEvent } from 'react'
import { useProof } from '@/components/admin/shared/use-save'
import type { Elements } from '@/components/ui/elements'

type Props = { href: string; className?: string; children: Elements }

/** A file that needs a recent proof of identity: asked for first, then the browser saves it. */
export function DownloadLink({ href, className, children }: Props) {
  const prove = useProof()
  const save = async (event: MouseEvent<HTMLAnchorElement>) => {
    const link = event.currentTarget
    if (link.dataset.proven !== undefined) return
    event.preventDefault()
    if (!(await prove())) return
    link.dataset.proven = ''
    link.click()
    delete link.dataset.proven
  }
  return (
    <a href={href} download className={className} onClick={(event) => void save(event)}>
      {children}
    </a>
  )
}
