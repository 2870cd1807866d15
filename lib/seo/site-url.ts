import 'server-only'
import { env } from '@/lib/env'

/** The public address of the site, no slash at the end. */
export const siteUrl = (): string => env().SITE_URL
