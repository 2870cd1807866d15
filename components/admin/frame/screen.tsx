import { barTitle } from '@/components/admin/frame/bar-title'
import { SearchButton } from '@/components/admin/frame/search-button'
import type { Elements } from '@/components/ui/elements'

type Props = {
  title: Elements | string
  /** Right of the title. */
  aside?: Elements
  children?: Elements
}

/** A page of the console: its title in a bar that stays, and what it shows. */
export const Screen = ({ title, aside, children }: Props) => (
  <>
    <header className="screen-header sticky top-0 z-30 flex min-h-13 flex-wrap items-center gap-x-3 border-b border-line bg-ground px-4 lg:px-6">
      <h1 data-truncate className={barTitle(title, 'grow basis-32')}>
        {title}
      </h1>
      {aside && <div className="max-sm:order-last max-sm:basis-full">{aside}</div>}
      <SearchButton />
    </header>
    <div className="grid min-w-0 gap-6 p-4 lg:p-6">{children}</div>
  </>
)
