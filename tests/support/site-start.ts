// Playwright's globalSetup: one site for the whole run, and one session of its owner. Workers learn
// its environment through a variable.
import { signOwnerIn } from './owner'
import { startSite } from './site'

export default async function start(): Promise<() => Promise<void>> {
  const site = await startSite({ say: (line) => console.log(line) })
  process.env.STUDIO_TEST_SITE = JSON.stringify(site.services.env)
  await signOwnerIn(site.services.env)
  return site.stop
}
