import 'server-only'
import type { Tx } from '@/lib/db'
import { currentSetting, settingAt } from '@/lib/settings/queries'
import type { SettingValues } from '@/lib/settings/schema'
import { addressLine } from '@/lib/settings/site'
import type { Seller } from './schema'

/** Who sells, as the settings say now. */
export const sellerNow = async (client?: Pick<Tx, 'setting'>): Promise<Seller> =>
  sellerOf({
    site: await currentSetting('site', client),
    tax: await currentSetting('tax', client),
    einvoice: await currentSetting('einvoice', client),
  })

/**
 * Who sold: the studio as it was when the money came, with the tax registration of the sale, because
 * the tax on the document is that of the sale too.
 */
export const sellerThen = async (
  tx: Tx,
  { soldAt, paidAt }: { soldAt: Date; paidAt: Date },
): Promise<Seller> =>
  sellerOf({
    site: await settingAt('site', paidAt, tx),
    tax: await settingAt('tax', soldAt, tx),
    einvoice: await settingAt('einvoice', paidAt, tx),
  })

type Settings = Pick<SettingValues, 'site' | 'tax' | 'einvoice'>

const sellerOf = ({ site, tax, einvoice }: Settings): Seller => ({
  name: site.legalName,
  registration: site.registration,
  // A document without one never claims to be a tax invoice.
  taxRegistration: tax.registration,
  ...einvoice,
  address: `${addressLine(site)}, ${site.address.country}`,
  email: site.email,
  phone: site.phone,
})
