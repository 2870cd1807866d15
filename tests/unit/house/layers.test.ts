import { execFileSync } from 'node:child_process'

/**
 * Asks scripts/check-layers.mjs (an ES module, hence a process of its own) about invented files.
 */
function faults(files: [path: string, text: string][]): string[] {
  const program = `import { layerFaults } from './scripts/check-layers.mjs'
    console.log(JSON.stringify(layerFaults(JSON.parse(process.argv[1]))))`
  const args = ['--input-type=module', '-e', program, JSON.stringify(files)]
  return JSON.parse(execFileSync(process.execPath, args).toString()) as string[]
}

describe('the layers of lib', () => {
  test.each([
    ['upwards', 'lib/payments/sync.ts', "import { book } from '@/lib/bookings/book'"],
    ['upwards, by its path', 'lib/payments/events/x.ts', "import { a } from '../../orders/place'"],
    [
      'upwards, for a type',
      'lib/catalog/queries.ts',
      "import type { A } from '@/lib/orders/rules'",
    ],
    ['upwards, later', 'lib/mail/x.ts', "export const a = () => import('@/lib/jobs/jobs')"],
    ['upwards, passed on', 'lib/money.ts', "export { a } from './text'"],
    ['sideways', 'lib/bookings/book.ts', "import { place } from '@/lib/orders/place'"],
    ['from the ground', 'lib/time.ts', "import { db } from './db'"],
  ])('refuse what reaches %s', (_how, path, text) => {
    expect(faults([[path, text]])).toEqual([expect.stringContaining('does not stand below')])
  })

  test('know every folder and file of lib', () => {
    expect(faults([['lib/novelties/data.ts', '']])).toEqual([
      'lib/novelties/data.ts: lib/novelties stands in no layer',
    ])
    expect(faults([['lib/jobs/x.ts', "import { a } from '@/lib/novelties/data'"]])).toEqual([
      'lib/jobs/x.ts: lib/novelties stands in no layer',
    ])
  })

  test('allow imports from lower layers and within a folder', () => {
    const text = `import { lockRoom } from '@/lib/availability/room'
      import { closeIntent } from '@/lib/payments/intents'
      import { endHold } from './holds'
      import Stripe from 'stripe'`
    expect(faults([['lib/bookings/book.ts', text]])).toEqual([])
  })

  test('are kept by lib as it is', () => {
    execFileSync(process.execPath, ['scripts/check-layers.mjs'], { stdio: 'pipe' })
  })
})
