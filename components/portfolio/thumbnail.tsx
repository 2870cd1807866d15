'use client'
import { type ReactElement, useState } from 'react'

type Props = { src: string; className: string; children: ReactElement }

/**
 * The administrator's picture; `children`, one of our scenes, replaces it when it does not load.
 */
export function Thumbnail({ src, className, children }: Props) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return children
  // It may have failed before this script ran: then the event was missed.
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setBroken(true)
  }
  return (
    <img
      ref={look}
      src={src}
      alt=""
      width={1280}
      height={720}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      className={className}
    />
  )
}
