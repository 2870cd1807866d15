import 'server-only'
import type { Tx } from '@/lib/db'
import { currentSetting, currentSite, currentTaxRegistration } from '@/lib/settings/queries'
import { addressLine } from '@/lib/settings/site'
import type { Seller } from './schema'

/** Who sells, as the settings say now. */
export async function sellerNow(client?: Pick<Tx, 'setting'>): Promise<Seller> {
  const site = await currentSite(client)
  return {
    name: site.legalName,
    registration: site.registration,
    // A document without one never claims to be a tax invoice.
    taxRegistration: (await currentTaxRegistration(client)) ?? '',
    ...(await currentSetting('einvoice', client)),
    address: `${addressLine(site)}, ${site.address.country}`,
    email: site.email,
    phone: site.phone,
  }
}
