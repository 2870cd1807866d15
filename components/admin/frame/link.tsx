'use client'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { enhanceLink } from '@/components/ui/hydrated'

type Props = Omit<ComponentProps<'a'>, 'onClick'> & { href: string }

/**
 * A link inside the console, which fetches nothing ahead: what `next/link` does with
 * `prefetch={false}`, without its 2.8 KiB for those that do.
 */
export function Link(props: Props) {
  const router = useRouter()
  return <a {...props} onClick={enhanceLink(() => router.push(props.href))} />
}
