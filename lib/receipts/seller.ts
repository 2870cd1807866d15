import 'server-only'
import type { Tx } from '@/lib/db'
import { currentSite, currentTaxRegistration } from '@/lib/settings/queries'
import { addressLine } from '@/lib/settings/site'
import type { Seller } from './schema'

/** The seller according to the current settings. */
export async function sellerNow(client: Pick<Tx, 'setting'>): Promise<Seller> {
  const site = await currentSite(client)
  return {
    name: site.legalName,
    registration: site.registration,
    // Without one, a document does not claim to be a tax invoice.
    taxRegistration: (await currentTaxRegistration(client)) ?? '',
    address: `${addressLine(site)}, ${site.address.country}`,
    email: site.email,
    phone: site.phone,
  }
}
