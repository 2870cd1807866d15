// Playwright's globalSetup: one site for the whole run. Workers learn its environment through a
// variable.
import { startSite } from './site'

export default async function start(): Promise<() => Promise<void>> {
  const site = await startSite({ say: (line) => console.log(line) })
  process.env.STUDIO_TEST_SITE = JSON.stringify(site.services.env)
  return site.stop
}
