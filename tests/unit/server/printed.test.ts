// What the framework prints of a page that failed is its error, with what was typed in the message.
// Everything else that is printed is a line of the log too.
import { spawnSync } from 'node:child_process'
import { log } from '@/lib/log'
import { logPrinted } from '@/server/printed'

const printers = { ...console }
afterEach(() => {
  jest.restoreAllMocks()
  Object.assign(console, printers)
})

test('an error of the server is logged once, and not again as what stands for it on the page', () => {
  const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined)
  logPrinted()
  const digest = '123'
  console.error(Object.assign(new Error('the column is missing'), { digest }))
  const standIn = new Error('An error occurred in the Server Components render.')
  standIn.stack = `Error: ${standIn.message}`
  console.error(Object.assign(standIn, { digest }))
  expect(logged).toHaveBeenCalledTimes(1)
})

test('a printed error is logged without its message', () => {
  const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined)
  logPrinted()
  const error = Object.assign(new TypeError('no such person: aina@example.com'), { code: 'P2002' })
  console.error(error)
  console.error('⨯', error)
  expect(logged.mock.calls).toHaveLength(2)
  for (const [fields] of logged.mock.calls as unknown as [object][]) {
    expect(fields).toMatchObject({
      name: 'TypeError',
      code: 'P2002',
      stack: expect.stringContaining('printed.test'),
    })
    expect(JSON.stringify(fields)).not.toContain('aina')
  }
})

test.each([
  ['error', 'error'],
  ['warn', 'warn'],
  ['log', 'info'],
  ['info', 'info'],
] as const)('a sentence by console.%s is a line of the log', (printer, level) => {
  const logged = jest.spyOn(log, level).mockImplementation(() => undefined)
  logPrinted()
  console[printer](' \u001b[33m⚠\u001b[39m Slow: %s', 'booking')
  expect(logged.mock.calls).toEqual([['⚠ Slow: booking']])
})

// In a process of its own: the test's own process object hears no warnings.
test('a warning of Node is one too, and nothing but that', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/run.mjs', 'tests/support/print-a-warning.ts'],
    { encoding: 'utf8' },
  )
  expect(JSON.parse(stdout)).toMatchObject({
    level: 40,
    name: 'MaxListenersExceededWarning',
    msg: '11 close listeners added',
  })
  expect(stderr).toBe('')
})
