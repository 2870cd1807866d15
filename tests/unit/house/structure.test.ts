import { execFileSync } from 'node:child_process'

/** Asks scripts/check-structure.mjs (an ES module, hence a process of its own) about invented files. */
function faults(files: [path: string, lines: number][]): string[][] {
  const program = `import { faultsOf } from './scripts/check-structure.mjs'
    const files = JSON.parse(process.argv[1])
    console.log(JSON.stringify(files.map(([path, lines]) => faultsOf(path, 'x\\n'.repeat(lines)))))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(files)]).toString()) as string[][]
}

describe('the structure check', () => {
  test.each([
    ['lib/bookings/helpers.ts', 10, 'domain folder'],
    ['lib/bookings/data/list.ts', 10, 'domain folder'],
    ['lib/payments/utils.ts', 10, 'domain folder'],
    ['lib/bookings/mutations.ts', 251, '251 lines'],
    ['lib/http.ts', 251, '251 lines'],
    ['sandbox/stripe/server.ts', 251, '251 lines'],
    ['app/[locale]/booking/page.tsx', 81, '81 lines'],
    ['components/booking/form.tsx', 151, '151 lines'],
  ])('refuses %s of %i lines', (path, lines, why) => {
    expect(faults([[path, lines]])).toEqual([[expect.stringContaining(why)]])
  })

  test('accepts the house as it is meant', () => {
    const files: [string, number][] = [
      ['lib/bookings/mutations.ts', 250], ['lib/payments/webhook.ts', 10], ['lib/payments/events/refund.ts', 10], ['lib/mail/templates/base.tsx', 10],
      ['lib/i18n/routing.ts', 10], ['lib/generated/prisma/client.ts', 5000], ['lib/money.ts', 40], ['components/ui/select.tsx', 300],
      ['prisma/seed-data/posts.ts', 900], ['app/[locale]/page.tsx', 80], ['components/booking/form.tsx', 150],
    ]
    expect(faults(files)).toEqual(files.map(() => []))
  })
})
