import { requireRole } from '@/lib/auth/page-guards'
import { getTranslations } from 'next-intl/server'
import { AdminMessages } from '@/components/admin/shared/messages'
import { AddItem } from '@/components/admin/portfolio/item-form'
import { ItemCard } from '@/components/admin/portfolio/item-card'
import { withScenes } from '@/components/portfolio/scene'
import { listPortfolio } from '@/lib/content/queries'
import { pictureFile, pictureSource, type PictureName } from '@/lib/seo/pictures'
import { submitItem } from './actions'

const smallest = (name: PictureName) =>
  pictureSource(name, Math.min(...pictureFile(name).widths), 'webp')

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** Adds a portfolio item; changes, features, orders and deletes those there are. */
export default async function PortfolioPage() {
  await requireRole('/admin/portfolio', 'manager')
  const [t, items] = [await getTranslations('admin.portfolio'), await listPortfolio()]
  return (
    <AdminMessages parts={['portfolio', 'form']}>
      <div className="grid gap-10">
        <section
          aria-labelledby="add-title"
          className="grid gap-5 rounded-lg border border-line bg-card p-4 sm:p-6"
        >
          <h2 id="add-title" className="text-xl">
            {t('addTitle')}
          </h2>
          <AddItem />
        </section>
        <section aria-labelledby="items-title" className="grid gap-4">
          <h2 id="items-title" className="text-xl">
            {t('items')} <span className="figures text-base text-muted">{`(${items.length})`}</span>
          </h2>
          {items.length === 0 && <p className="measure text-muted">{t('empty')}</p>}
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {withScenes(items).map(({ item, scene }, index) => (
              <ItemCard
                key={item.id}
                item={item}
                scene={smallest(scene)}
                place={index + 1}
                count={items.length}
                submit={submitItem}
              />
            ))}
          </ul>
        </section>
      </div>
    </AdminMessages>
  )
}
