// npm run sbom: the software bill of materials (CycloneDX 1.5) of the site's production packages,
// from the lockfile alone, into dist/sbom.json. The same lockfile always gives the same file, so it
// is not committed. `npm sbom --omit=dev` omits every package that a development tool needs as
// well.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './env.mjs'

const FILE = 'dist/sbom.json'

const nameOf = (path, entry) => entry.name ?? path.split('node_modules/').pop()
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/**
 * Where a package in `path` finds `name`: beside it, or in a parent folder; undefined if nowhere.
 */
function locate(packages, path, name) {
  for (let folder = path; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const found = `${folder && `${folder}/`}node_modules/${name}`
    if (packages[found]) return found
    if (folder === '') return undefined
  }
}

function componentOf(path, entry) {
  const name = nameOf(path, entry)
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version: entry.version,
    scope: entry.optional ? 'optional' : 'required',
    ...(entry.integrity && {
      hashes: entry.integrity.split(' ').map((each) => {
        const [algorithm, value] = each.split(/-(.*)/, 2)
        return {
          alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
          content: Buffer.from(value, 'base64').toString('hex'),
        }
      }),
    }),
    ...(entry.license && { licenses: [{ license: { name: entry.license } }] }),
    purl: purlOf(name, entry.version),
  }
}

/** The bill of materials of one package-lock.json: all its packages except development packages. */
export function billOf({ packages }) {
  const own = packages['']
  const kept = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  const paths = new Set(kept.map(([path]) => path))
  const dependsOn = (path, { dependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .map((name) => locate(packages, path, name))
      .filter((found) => paths.has(found))
      .sort()
  const application = `${own.name}@${own.version}`
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': application,
        name: own.name,
        version: own.version,
        purl: purlOf(own.name, own.version),
      },
    },
    components: kept.map(([path, entry]) => componentOf(path, entry)),
    dependencies: [
      { ref: application, dependsOn: dependsOn('', own) },
      ...kept.map(([path, entry]) => ({ ref: path, dependsOn: dependsOn(path, entry) })),
    ],
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.chdir(root)
  const bill = billOf(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  mkdirSync('dist', { recursive: true })
  writeFileSync(FILE, `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`${FILE}: ${bill.components.length} packages`)
}
