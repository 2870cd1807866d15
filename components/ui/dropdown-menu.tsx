'use client'
import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'
import { menuClasses, menuItemClasses } from './menu'

export const DropdownMenu = Primitive.Root
export const DropdownMenuTrigger = Primitive.Trigger
export const DropdownMenuRadioGroup = Primitive.RadioGroup

export const DropdownMenuContent = ({
  className,
  sideOffset = 6,
  ...props
}: ComponentProps<typeof Primitive.Content>) => (
  <Primitive.Portal>
    <Primitive.Content
      sideOffset={sideOffset}
      className={cn(
        menuClasses,
        'max-h-(--radix-dropdown-menu-content-available-height)',
        className,
      )}
      {...props}
    />
  </Primitive.Portal>
)

export const DropdownMenuRadioItem = ({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.RadioItem>) => (
  <Primitive.RadioItem className={cn(menuItemClasses, 'pr-9', className)} {...props}>
    <span className="contents">{children}</span>
    <Primitive.ItemIndicator className="absolute right-3 text-tungsten">
      <Check aria-hidden="true" />
    </Primitive.ItemIndicator>
  </Primitive.RadioItem>
)
