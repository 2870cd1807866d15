import 'server-only'
import type { Tx } from '@/lib/db'
import { currentSetting, settingAt } from '@/lib/settings/queries'
import type { SettingValues } from '@/lib/settings/schema'
import { addressLine } from '@/lib/settings/site'
import type { TaxKind } from '@/lib/settings/tax'
import type { Seller } from './schema'

export const sellerNow = async (client?: Pick<Tx, 'setting'>): Promise<Seller> =>
  sellerOf({
    site: await currentSetting('site', client),
    tax: await currentSetting('tax', client),
    einvoice: await currentSetting('einvoice', client),
  })

/** As the studio was when the money came, with the tax registration and tax of the sale. */
export async function sellerThen(
  tx: Tx,
  { soldAt, paidAt }: { soldAt: Date; paidAt: Date },
): Promise<{ seller: Seller; taxKind: TaxKind }> {
  const tax = await settingAt('tax', soldAt, tx)
  const seller = sellerOf({
    site: await settingAt('site', paidAt, tx),
    tax,
    einvoice: await settingAt('einvoice', paidAt, tx),
  })
  return { seller, taxKind: tax.kind }
}

type Settings = Pick<SettingValues, 'site' | 'tax' | 'einvoice'>

const sellerOf = ({ site, tax, einvoice }: Settings): Seller => ({
  name: site.legalName,
  registration: site.registration,
  // A document without one never claims to be a tax invoice.
  taxRegistration: tax.registration,
  tin: einvoice.tin,
  msic: einvoice.msic,
  activity: einvoice.activity,
  address: `${addressLine(site)}, ${site.address.country}`,
  email: site.email,
  phone: site.phone,
})
