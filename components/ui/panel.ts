// Common styles of dialog and alert dialog. The overlay scrolls, not the page: a long payment form
// stays reachable on a phone.
export const overlayClasses =
  'fixed inset-0 z-50 grid items-end justify-items-center overflow-y-auto ' +
  'overscroll-contain bg-ground/80 data-[state=closed]:animate-fade-out ' +
  'data-[state=open]:animate-fade sm:items-center sm:p-6'

export const panelClasses =
  'relative grid w-full gap-6 rounded-t-lg border border-line bg-card p-5 ' +
  'shadow-warm data-[state=open]:animate-rise sm:rounded-lg sm:p-7'
