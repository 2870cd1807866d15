import 'server-only'
import type { Tx } from '@/lib/db'
import { currentSetting, currentSite } from '@/lib/settings/queries'
import { addressLine } from '@/lib/settings/site'
import type { Seller } from './schema'

/**
 * The number under which the studio is registered for tax; empty while it is not. The only place
 * that reads it: a document without one never claims to be a tax invoice.
 */
export async function taxRegistration(client?: Pick<Tx, 'setting'>): Promise<string> {
  const tax: object = await currentSetting('tax', client)
  return 'registration' in tax && typeof tax.registration === 'string' ? tax.registration : ''
}

/** Who sells, as the settings say now. */
export async function sellerNow(client: Pick<Tx, 'setting'>): Promise<Seller> {
  const site = await currentSite(client)
  return {
    name: site.legalName,
    registration: site.registration,
    taxRegistration: await taxRegistration(client),
    address: `${addressLine(site)}, ${site.address.country}`,
    email: site.email,
    phone: site.phone,
  }
}
