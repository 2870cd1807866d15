'use client'
import { useSelectedLayoutSegment } from 'next/navigation'

/** The name of the area that is shown, by the segment of its address. */
export function AreaTitle({ names }: { names: Readonly<Record<string, string>> }) {
  return <span>{names[useSelectedLayoutSegment() ?? '']}</span>
}
