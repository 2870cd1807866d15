import { requireRole } from '@/lib/auth/page-guards'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { AdminMessages } from '@/components/admin/shared/messages'
import { ServiceCard } from '@/components/admin/services/service-card'
import { AddService } from '@/components/admin/services/service-editor'
import type { Elements } from '@/components/ui/elements'
import { toLocale } from '@/lib/i18n/routing'
import { roomChoices } from '@/lib/rooms/queries'
import { servicesForAdmin } from '@/lib/catalog/queries'
import type { ListedService } from '@/lib/catalog/schema'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** The services and add-ons: added, ordered, changed, hidden, retired; Stripe's identifiers of each. */
export default async function ServicesPage() {
  await requireRole('/admin/services', 'manager')
  const [t, services, rooms] = [
    await getTranslations('admin.services'),
    await servicesForAdmin(),
    await roomChoices(toLocale(await rootLocale())),
  ]
  const groups = {
    sessions: services.filter(({ isAddOn, state }) => !isAddOn && state !== 'retired'),
    addOns: services.filter(({ isAddOn, state }) => isAddOn && state !== 'retired'),
    retired: services.filter(({ state }) => state === 'retired'),
  }
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
        <div>
          <AddService />
        </div>
        <HouseRooms rooms={rooms}>
          {(['sessions', 'addOns', 'retired'] as const).map((group) => (
            <Group key={group} title={t(`groups.${group}`)} services={groups[group]}>
              {group === 'retired' && <p className="text-sm text-muted">{t('retiredHint')}</p>}
            </Group>
          ))}
        </HouseRooms>
      </section>
    </AdminMessages>
  )
}

type GroupProps = { title: string; services: ListedService[]; children: Elements }

/** Services of one kind in the order in which customers see them; nothing where there are none. */
const Group = ({ title, services, children }: GroupProps) =>
  services.length > 0 && (
    <section aria-label={title} className="grid gap-4">
      <h3 className="text-lg">
        <span>{title}</span> <span className="figures text-muted">{services.length}</span>
      </h3>
      {children}
      <ul className="grid gap-4">
        {services.map((service, index) => (
          <ServiceCard
            key={service.id}
            service={service}
            place={index + 1}
            count={services.length}
          />
        ))}
      </ul>
    </section>
  )
