'use client'
import { useTranslations } from 'next-intl'
import { TextEntry } from '@/components/admin/form/entry'
import type { Site } from '@/lib/site'

/** Who the studio is, how it is reached and where it stands, as fields of one form. */
export function StudioFields({ site: { address, parking, geo, ...site } }: { site: Site }) {
  const t = useTranslations('admin.settings.site')
  const field = (
    name: Parameters<typeof t>[0],
    value: string | number,
    more: Partial<Parameters<typeof TextEntry>[0]> = {},
  ) => <TextEntry name={name} label={t(name)} required defaultValue={value} {...more} />
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
      {field('name', site.name)}
      {field('legalName', site.legalName)}
      {field('registration', site.registration)}
      {field('email', site.email, { type: 'email' })}
      {field('phone', site.phone, { type: 'tel' })}
      {field('whatsapp', site.whatsapp, { inputMode: 'numeric', hint: t('whatsappHint') })}
      {field('unit', address.unit)}
      {field('street', address.street)}
      {field('city', address.city)}
      {field('country', address.country)}
      {field('levels', parking.levels)}
      {field('investment', site.investment)}
      {field('latitude', geo.latitude)}
      {field('longitude', geo.longitude)}
      {field('directions', site.directions, { type: 'url' })}
      {field('video', site.video, { type: 'url', required: false })}
      {field('photos', site.photos, { type: 'url', required: false })}
    </div>
  )
}
