import { execFileSync } from 'node:child_process'

/**
 * Asks scripts/check-layers.mjs (an ES module, hence a process of its own) about invented files, each
 * by itself.
 */
function faults(files: [path: string, text: string][]): string[][] {
  const program = `import { layerFaults } from './scripts/check-layers.mjs'
    const files = JSON.parse(process.argv[1])
    console.log(JSON.stringify(files.map((file) => layerFaults([file]))))`
  const args = ['--input-type=module', '-e', program, JSON.stringify(files)]
  return JSON.parse(execFileSync(process.execPath, args).toString()) as string[][]
}

const REFUSED: [how: string, path: string, text: string][] = [
  ['upwards', 'lib/payments/sync.ts', "import { book } from '@/lib/bookings/book'"],
  ['upwards, by its path', 'lib/payments/events/x.ts', "import { a } from '../../orders/place'"],
  ['upwards, for a type', 'lib/catalog/queries.ts', "import type { A } from '@/lib/orders/rules'"],
  ['upwards, later', 'lib/mail/x.ts', "export const a = () => import('@/lib/jobs/jobs')"],
  ['upwards, passed on', 'lib/money.ts', "export { a } from './text'"],
  ['sideways', 'lib/bookings/book.ts', "import { place } from '@/lib/orders/place'"],
  [
    'opening hours from payments',
    'lib/payments/settlement.ts',
    "import type { Opening } from '@/lib/availability/rules'",
  ],
  ['from the ground', 'lib/time.ts', "import { db } from './db'"],
]
const LOWER = `import { lockRoom } from '@/lib/availability/room'
  import { closeIntent } from '@/lib/payments/intents'
  import { endHold } from './holds'
  import Stripe from 'stripe'`

describe('the layers of lib', () => {
  // All in one process: loading the compiler takes most of its time.
  const [unknown, toUnknown, lower, ...refused] = faults([
    ['lib/novelties/data.ts', ''],
    ['lib/jobs/x.ts', "import { a } from '@/lib/novelties/data'"],
    ['lib/bookings/book.ts', LOWER],
    ...REFUSED.map(([, path, text]): [string, string] => [path, text]),
  ])

  test.each(REFUSED.map(([how], index) => [how, refused[index]] as const))(
    'refuse what reaches %s',
    (_, found) => {
      expect(found).toEqual([expect.stringContaining('does not stand below')])
    },
  )

  test('know every folder and file of lib', () => {
    expect(unknown).toEqual(['lib/novelties/data.ts: lib/novelties stands in no layer'])
    expect(toUnknown).toEqual(['lib/jobs/x.ts: lib/novelties stands in no layer'])
  })

  test('allow imports from lower layers and within a folder', () => {
    expect(lower).toEqual([])
  })

  test('are kept by lib as it is', () => {
    execFileSync(process.execPath, ['scripts/check-layers.mjs'], { stdio: 'pipe' })
  })
})
