import 'server-only'
import { env } from '@/lib/env'

/** The public address of the site, without a trailing slash. */
export const siteUrl = (): string => env().SITE_URL
