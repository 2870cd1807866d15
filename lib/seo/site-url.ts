import 'server-only'
import { env } from '@/lib/env'

export const siteUrl = (): string => env().SITE_URL
