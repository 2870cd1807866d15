// The common style of everything that drops down.
export const menuClasses =
  'z-50 min-w-40 overflow-y-auto rounded-lg border border-line bg-card p-1.5 ' +
  'text-fg shadow-warm data-[state=open]:animate-drop'

export const menuItemClasses =
  'relative flex min-h-10 cursor-default items-center gap-2.5 rounded-md px-3 ' +
  'py-2 text-sm outline-none select-none data-[disabled]:pointer-events-none ' +
  'data-[disabled]:text-faint data-[highlighted]:bg-line [&_svg]:size-4 ' +
  '[&_svg]:shrink-0'
