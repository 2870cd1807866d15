import { requireAdmin } from '@/lib/auth/page-guards'
import { getTranslations } from 'next-intl/server'
import { AdminMessages } from '@/components/admin/shared/messages'
import { ServiceCard } from '@/components/admin/services/service-card'
import { servicesForAdmin } from '@/lib/catalog/queries'

/** Identifiers, words, icon and rates of each service. */
export default async function ServicesPage() {
  await requireAdmin('/admin/services')
  const [t, services] = [await getTranslations('admin.services'), await servicesForAdmin()]
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
