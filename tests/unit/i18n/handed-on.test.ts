// A client component has the words that its page hands on, and no others.
import { forgotten } from '@/tests/support/handed-on'

test('every page hands on the words of each client component that it shows', () => {
  expect(forgotten()).toEqual([])
})
