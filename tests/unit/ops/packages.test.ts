import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Entry = {
  name?: string
  version: string
  integrity?: string
  resolved?: string
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  os?: string[]
  cpu?: string[]
}
type Component = {
  'bom-ref': string
  name: string
  version: string
  purl: string
  hashes?: { alg: string; content: string }[]
}
type Bill = {
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  lockfileVersion: number
  packages: Record<string, Entry>
}
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')

// Native builds for platforms on which neither the image nor the tests run. The registry from which
// the lockfile was made does not offer them, so nothing could be noted; see docs/security.md.
const isForElsewhere = ({ optional, os = ['linux'], cpu = ['x64'] }: Entry) =>
  optional === true && !(os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64')))

describe('package-lock.json', () => {
  test('every package has its sha512', () => {
    expect(packages.length).toBeGreaterThan(500)
    const without = packages.filter(
      ([, entry]) => !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? '') && !isForElsewhere(entry),
    )
    expect(without.map(([path]) => path)).toEqual([])
  })

  test('each package that installs itself by a script is allowed to or refused by name, on every platform', () => {
    const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      allowScripts: Record<string, boolean>
    }
    const asking = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(asking.map(([path]) => path.replace(/^.*node_modules\//, '')).sort()).toEqual(
      Object.keys(allowScripts).sort(),
    )
  })

  test('names no registry but the public one', () => {
    const others = packages.filter(
      ([, { resolved }]) =>
        resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(others.map(([path]) => path)).toEqual([])
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^omit-lockfile-registry-resolved=true$/m)
  })
})

describe('the software bill of materials', () => {
  // An ES module, hence a process of its own.
  const bill = JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { readFileSync } from 'node:fs'
        import { billOf } from './scripts/sbom.mjs'
        console.log(JSON.stringify(billOf(JSON.parse(readFileSync('package-lock.json', 'utf8')))))`,
      ],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    ),
  ) as Bill

  test('holds every package that the site runs with, and none of development', () => {
    const wanted = packages.filter(([, { dev }]) => !dev).map(([path]) => path)
    expect(bill.components.map((component) => component['bom-ref'])).toEqual(wanted)
    expect(wanted).toEqual(expect.arrayContaining(['node_modules/next', 'node_modules/pg']))
    expect(wanted).not.toContain('node_modules/jest')
  })

  test('says of each what it is and how its archive hashes', () => {
    const next = bill.components.find(({ name }) => name === 'next')
    const entry = lock.packages['node_modules/next']
    expect(next?.purl).toBe(`pkg:npm/next@${entry?.version}`)
    const [hash] = next?.hashes ?? []
    expect(`sha512-${Buffer.from(hash?.content ?? '', 'hex').toString('base64')}`).toBe(
      entry?.integrity,
    )
    const scoped = bill.components.find(({ name }) => name === '@prisma/client')
    expect(scoped?.purl).toMatch(/^pkg:npm\/%40prisma\/client@\d/)
  })

  test('says who depends on whom, down to the nested copy', () => {
    const of = (ref: string) => bill.dependencies.find((each) => each.ref === ref)?.dependsOn
    expect(of('node_modules/pg')).toContain('node_modules/pg-protocol')
    expect(of('node_modules/compression')).toContain('node_modules/compression/node_modules/debug')
    const known = new Set(bill.components.map((component) => component['bom-ref']))
    const unknown = bill.dependencies.flatMap(({ dependsOn }) =>
      dependsOn.filter((ref) => !known.has(ref)),
    )
    expect(unknown).toEqual([])
  })
})

test('the Stripe sandbox names the versions of its packages that are installed here', () => {
  const asked = (path: string) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >
    return { ...dependencies, ...devDependencies }
  }
  expect(asked('package.json')).toMatchObject(asked('tools/stripe-sandbox/package.json'))
})
