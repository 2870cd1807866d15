'use client'
import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'
import { menuClasses, menuItemClasses } from './menu'

export const DropdownMenu = Primitive.Root
export const DropdownMenuTrigger = Primitive.Trigger
export const DropdownMenuGroup = Primitive.Group
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

type ItemProps = ComponentProps<typeof Primitive.Item> & { variant?: 'default' | 'destructive' }

export const DropdownMenuItem = ({ className, variant = 'default', ...props }: ItemProps) => (
  <Primitive.Item
    className={cn(menuItemClasses, variant === 'destructive' && 'text-onair-soft', className)}
    {...props}
  />
)

export const DropdownMenuRadioItem = ({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.RadioItem>) => (
  <Primitive.RadioItem className={cn(menuItemClasses, 'pr-9', className)} {...props}>
    {children}
    <Primitive.ItemIndicator className="absolute right-3 text-tungsten">
      <Check aria-hidden="true" />
    </Primitive.ItemIndicator>
  </Primitive.RadioItem>
)

export const DropdownMenuLabel = ({
  className,
  ...props
}: ComponentProps<typeof Primitive.Label>) => (
  <Primitive.Label className={cn('px-3 py-1.5 text-xs text-muted', className)} {...props} />
)

export const DropdownMenuSeparator = ({
  className,
  ...props
}: ComponentProps<typeof Primitive.Separator>) => (
  <Primitive.Separator className={cn('my-1.5 h-px bg-line', className)} {...props} />
)
