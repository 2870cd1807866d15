// What the framework prints of a page that failed is its error, with what was typed in the message.
import { log } from '@/lib/log'
import { logPrintedErrors } from '@/server/console-errors'

afterEach(() => jest.restoreAllMocks())

test('an error of the server is logged once, and not again as what stands for it on the page', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined)
  logPrintedErrors()
  const digest = '123'
  console.error(Object.assign(new Error('the column is missing'), { digest }))
  const standIn = new Error('An error occurred in the Server Components render.')
  standIn.stack = `Error: ${standIn.message}`
  console.error(Object.assign(standIn, { digest }))
  expect(logged).toHaveBeenCalledTimes(1)
})

test('a printed error is logged without its message; a sentence is printed', () => {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined)
  logPrintedErrors()
  const error = Object.assign(new TypeError('no such person: aina@example.com'), { code: 'P2002' })
  console.error(error)
  console.error('⨯', error)
  console.error('The port is in use.')
  expect(printed.mock.calls).toEqual([['The port is in use.']])
  expect(logged.mock.calls).toHaveLength(2)
  for (const [fields] of logged.mock.calls as unknown as [object][]) {
    expect(fields).toMatchObject({
      name: 'TypeError',
      code: 'P2002',
      stack: expect.stringContaining('console-errors.test'),
    })
    expect(JSON.stringify(fields)).not.toContain('aina')
  }
})
