'use client'
import { RadioGroup as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'

export const RadioGroup = ({ className, ...props }: ComponentProps<typeof Primitive.Root>) => (
  <Primitive.Root className={cn('grid gap-3', className)} {...props} />
)

/** The plain round button. */
export const RadioGroupItem = ({ className, ...props }: ComponentProps<typeof Primitive.Item>) => (
  <Primitive.Item
    className={cn(
      'grid size-5 shrink-0 place-items-center rounded-full border border-edge bg-ground transition-colors hover:border-muted disabled:opacity-55 data-[state=checked]:border-tungsten',
      className,
    )}
    {...props}
  >
    <Primitive.Indicator className="size-2.5 rounded-full bg-tungsten" />
  </Primitive.Item>
)

/** A whole card, chip or slot as one radio button. */
export const RadioGroupCard = ({ className, ...props }: ComponentProps<typeof Primitive.Item>) => (
  <Primitive.Item
    className={cn(
      'min-h-11 rounded-md border border-edge bg-ground text-left transition-colors enabled:hover:border-muted disabled:cursor-not-allowed disabled:border-line disabled:text-faint data-[state=checked]:border-tungsten data-[state=checked]:bg-tungsten/12 data-[state=checked]:text-tungsten',
      className,
    )}
    {...props}
  />
)
