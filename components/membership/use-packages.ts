'use client'
import { useCallback, useEffect, useState } from 'react'
import { serviceOption } from '@/components/booking/offers'
import { request } from '@/components/api'
import { toLocale } from '@/lib/i18n/routing'

type Listed = Parameters<typeof serviceOption>[0] & { isAddOn: boolean }
type Package = { id: number; name: string; hourly: number }

/** The current services to choose from: null while they load, 'failed' until requested again. */
export function usePackages(): { packages: Package[] | 'failed' | null; again: () => void } {
  const [packages, setPackages] = useState<Package[] | 'failed' | null>(null)
  const ask = useCallback(() => {
    const locale = toLocale(document.documentElement.lang.slice(0, 2))
    const show = (list: Listed[]) =>
      list
        .filter((service) => !service.isAddOn)
        .map((service) => serviceOption(service, locale))
        .map(({ id, name, rates }) => ({ id, name, hourly: rates.hourly }))
    request<Listed[]>('/api/services').then(
      (list) => setPackages(show(list)),
      () => setPackages('failed'),
    )
  }, [])
  useEffect(ask, [ask])
  const again = () => {
    setPackages(null)
    ask()
  }
  return { packages, again }
}
