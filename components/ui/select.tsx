'use client'
import { Check, ChevronDown } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'
import type { Elements } from './elements'
import { fieldClasses } from './input'
import { menuClasses, menuItemClasses } from './menu'

export const Select = Primitive.Root
/** The chosen item's text. Without a placeholder, which would be bare text. */
export const SelectValue = () => <Primitive.Value />

export const SelectTrigger = ({
  className,
  children,
  ...props
}: Omit<ComponentProps<typeof Primitive.Trigger>, 'children'> & { children?: Elements }) => (
  <Primitive.Trigger
    className={cn(
      fieldClasses,
      'flex h-12 items-center justify-between gap-2 text-left ' +
        'data-[placeholder]:text-faint [&>span]:truncate',
      className,
    )}
    {...props}
  >
    {children}
    <Primitive.Icon asChild>
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </Primitive.Icon>
  </Primitive.Trigger>
)

export const SelectContent = ({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.Content>) => (
  <Primitive.Portal>
    <Primitive.Content
      position="popper"
      sideOffset={6}
      className={cn(
        menuClasses,
        'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)',
        className,
      )}
      {...props}
    >
      <Primitive.Viewport>{children}</Primitive.Viewport>
    </Primitive.Content>
  </Primitive.Portal>
)

export const SelectItem = ({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.Item>) => (
  <Primitive.Item className={cn(menuItemClasses, 'pr-9', className)} {...props}>
    <Primitive.ItemText>
      <span>{children}</span>
    </Primitive.ItemText>
    <Primitive.ItemIndicator className="absolute right-3 text-tungsten">
      <Check aria-hidden="true" />
    </Primitive.ItemIndicator>
  </Primitive.Item>
)
