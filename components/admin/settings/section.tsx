'use client'
import { ChevronDown } from 'lucide-react'
import { createContext, useContext } from 'react'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'

type Props = {
  id: string
  title: string
  hint: string
  /** Beside the title; where the part is folded, inside. */
  action?: Elements
  /** Where parts are folded, this one is not. */
  open?: boolean
  className?: string
  children: Elements
}

const Folded = createContext(false)

/** The parts inside show their title and hint until they are opened. */
export const FoldedSettings = ({ children }: { children: Elements }) => (
  <Folded value>
    <div className="contents">{children}</div>
  </Folded>
)

/** A part of the settings under its title, with what it is for. */
export function SettingSection({ id, title, hint, action, open, className, children }: Props) {
  const isFolded = useContext(Folded)
  const words = (
    <div className="grid min-w-0 gap-1">
      <h3 id={id} tabIndex={-1} className="text-lg outline-none">
        {title}
      </h3>
      <p
        className={cn(
          'measure text-sm text-muted',
          isFolded && 'max-sm:line-clamp-1 group-open:max-sm:line-clamp-none',
        )}
      >
        {hint}
      </p>
    </div>
  )
  return (
    <section
      aria-labelledby={id}
      className={cn(
        'grid content-start gap-4 rounded-lg border border-line bg-card p-4 sm:p-6',
        className,
      )}
    >
      {isFolded ? (
        <details open={open} className="group">
          <summary className="flex min-h-11 cursor-pointer items-start justify-between gap-4">
            {words}
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <div className="grid gap-4 pt-4">
            {action && <div className="justify-self-start">{action}</div>}
            <div className="contents">{children}</div>
          </div>
        </details>
      ) : (
        <>
          <div className="flex flex-wrap items-start justify-between gap-4">
            {words}
            {action}
          </div>
          {children}
        </>
      )}
    </section>
  )
}
