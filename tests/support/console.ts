// Any output on console.error or console.warn fails the test that caused it. A test that expects
// such a line mocks it itself, jest.spyOn(console, 'error').mockImplementation(() => {}), and
// asserts on it.
import { format } from 'node:util'

const seen: string[] = []
const record =
  (level: string) =>
  (...values: unknown[]) => {
    seen.push(`console.${level}: ${format(...values)}`)
  }

console.error = record('error')
console.warn = record('warn')

afterEach(() => {
  const lines = seen.splice(0)
  if (lines.length > 0) throw new Error(`The console is not clean:\n${lines.join('\n')}`)
})
