'use client'
import { Tooltip as Primitive } from 'radix-ui'
import type { ComponentProps, ReactElement } from 'react'
import { cn } from './cn'

/**
 * Opens after 700 ms, the next one within 300 ms at once. One provider around
 * what has tooltips: its code is not for every page.
 */
export const TooltipProvider = (props: ComponentProps<typeof Primitive.Provider>) => (
  <Primitive.Provider delayDuration={700} skipDelayDuration={300} {...props} />
)

export const Tooltip = Primitive.Root
export const TooltipTrigger = Primitive.Trigger

export const TooltipContent = ({
  className,
  sideOffset = 6,
  children,
  ...props
}: ComponentProps<typeof Primitive.Content>) => (
  <Primitive.Portal>
    <Primitive.Content
      sideOffset={sideOffset}
      className={cn(
        'z-50 max-w-72 animate-fade rounded-md border border-line bg-raised px-3 ' +
          'py-1.5 text-xs text-fg shadow-warm',
        className,
      )}
      {...props}
    >
      {/* Radix puts a copy for screen readers beside it. */}
      <span>{children}</span>
    </Primitive.Content>
  </Primitive.Portal>
)

/** A control with only an icon, with `word` as its tooltip. */
export const Tip = ({ word, children }: { word: string; children: ReactElement }) => (
  <Tooltip>
    <TooltipTrigger asChild>{children}</TooltipTrigger>
    <TooltipContent>{word}</TooltipContent>
  </Tooltip>
)
