import { expect, type APIRequestContext } from '@playwright/test'
import { site } from './e2e'

/** Runs the site's due jobs, instead of waiting for its own clock. */
export async function tick(request: APIRequestContext): Promise<void> {
  const headers = { authorization: `Bearer ${site().CRON_SECRET}` }
  expect((await request.post(`${site().SITE_URL}/api/cron/tick`, { headers })).status()).toBe(200)
}
