import type { Elements } from '@/components/ui/elements'

/** A part of a booking's sheet. */
export const SheetPart = ({ title, children }: { title: string; children: Elements }) => (
  <section className="grid gap-2 border-t border-line pt-4">
    <h2 className="text-sm font-semibold text-muted">{title}</h2>
    {children}
  </section>
)
