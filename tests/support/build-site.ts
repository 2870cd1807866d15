// Fills the database of the browser tests' site and builds the site, so that neither costs time once
// the tests begin. STUDIO_TEST_DATA_DIR names the folder that both share.
import { buildSite } from './site'

await buildSite(process.env.STUDIO_TEST_DATA_DIR ?? '', (line) => console.log(line))
process.exit(0)
