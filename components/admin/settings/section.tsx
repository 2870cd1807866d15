import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'

type Props = {
  id: string
  title: string
  hint: string
  /** Beside the title. */
  action?: Elements
  className?: string
  children: Elements
}

/** A part of the settings under its title, with what it is for. */
export const SettingSection = ({ id, title, hint, action, className, children }: Props) => (
  <section
    aria-labelledby={id}
    className={cn(
      'grid content-start gap-4 rounded-lg border border-line bg-card p-4 sm:p-6',
      className,
    )}
  >
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="grid gap-1">
        <h3 id={id} className="text-lg">
          {title}
        </h3>
        <p className="measure text-sm text-muted">{hint}</p>
      </div>
      {action}
    </div>
    {children}
  </section>
)
