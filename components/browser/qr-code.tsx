'use client'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import { part } from '@/components/ui/part'
import { Skeleton } from '@/components/ui/skeleton'

// Of lib/qr.ts, which is loaded later.
const SIDE = 720

type Props = {
  text: string
  label: string
  /** A link that saves it under a name. */
  save?: { name: string; label: string }
  className?: string
}

/** A picture that can be kept, drawn in the browser by a library that is loaded with it. */
export function QrCode({ text, label, save, className = 'size-36' }: Props) {
  const [drawn, setDrawn] = useState<{ text: string; address: string } | null>(null)
  useEffect(() => {
    let gone = false
    const draw = ({ qrAddress }: typeof import('@/lib/qr')) => {
      if (!gone) setDrawn({ text, address: qrAddress(text) })
    }
    void part(() => import('@/lib/qr')).then(draw, () => undefined)
    return () => void (gone = true)
  }, [text])
  if (drawn?.text !== text) return <Skeleton className={className} />
  return (
    <>
      <img
        src={drawn.address}
        alt={label}
        width={SIDE}
        height={SIDE}
        className={cn('rounded-md [image-rendering:pixelated]', className)}
      />
      {save && (
        <a
          href={drawn.address}
          download={save.name}
          className={buttonVariants({ variant: 'outline', size: 'sm', className: 'h-11' })}
        >
          <Download aria-hidden="true" />
          <span>{save.label}</span>
        </a>
      )}
    </>
  )
}
