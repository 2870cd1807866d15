'use client'
import { useEffect, useState } from 'react'
import { part } from './part'
import { Skeleton } from './skeleton'

/** Drawn in the browser by a library that is loaded with it; dark on light, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string } | null>(null)
  useEffect(() => {
    let gone = false
    const draw = ({ encode }: typeof import('uqr')) => {
      const { data, size } = encode(text, { ecc: 'M', border: 2 })
      const path = data
        .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
        .join('')
      if (!gone) setDrawn({ size, path })
    }
    void part(() => import('uqr')).then(draw, () => undefined)
    return () => void (gone = true)
  }, [text])
  if (!drawn) return <Skeleton className="size-36" />
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      shapeRendering="crispEdges"
      className="size-36 rounded-md bg-fg text-ground"
    >
      <path d={drawn.path} fill="currentColor" />
    </svg>
  )
}
