import type { Elements } from '@/components/ui/elements'

/** A part of the account's page. */
export const AccountPart = ({ title, children }: { title: string; children: Elements }) => (
  <section className="grid gap-4 rounded-lg border border-line bg-card p-5">
    <h2 className="text-lg">{title}</h2>
    {children}
  </section>
)
