import { getTranslations } from 'next-intl/server'
import { AdminMessages } from '@/components/admin/messages'
import { ServiceCard } from '@/components/admin/services/service-card'
import { ownedServices } from '@/lib/catalog/data'
import type { PanelProps } from '../panel'

/** Tab *Stripe Services*: identifiers, words, icon and rates of each service (spec point 2). */
export async function ServicesPanel(_: PanelProps) {
  const [t, services] = [await getTranslations('admin.services'), await ownedServices()]
  return (
    <AdminMessages parts={['services', 'form']}>
      <section aria-labelledby="services-title" className="grid gap-6">
        <div className="grid gap-2">
          <h2 id="services-title" className="text-xl">
            {t('title')}
          </h2>
          <p className="measure text-sm text-muted">{t('help')}</p>
          <ul className="measure list-disc pl-5 text-sm text-muted">
            <li>{t('helpProduct')}</li>
            <li>{t('helpPrice')}</li>
            <li>{t('helpLink')}</li>
          </ul>
        </div>
        {services.length === 0 && <p className="text-muted">{t('empty')}</p>}
        <ul className="grid gap-4">
          {services.map((service) => (
            <ServiceCard key={service.id} service={service} />
          ))}
        </ul>
      </section>
    </AdminMessages>
  )
}
