import { forget, recall, remember } from '@/components/browser/session-store'

const full = () =>
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

beforeEach(() => {
  jest.restoreAllMocks()
  sessionStorage.clear()
  forget('draft')
})

// Seen in editors: the tab's storage is full from some moment on, and the draft of before that moment
// is given back.
test('real life: the storage is full, and what was typed last is what is given back', () => {
  remember('draft', { text: 'One' })
  const refused = full()
  remember('draft', { text: 'One, two' })
  expect(recall('draft')).toEqual({ text: 'One, two' })
  refused.mockRestore()
  expect(recall('draft')).toEqual({ text: 'One, two' })
  remember('draft', { text: 'One, two, three' })
  expect(recall('draft')).toEqual({ text: 'One, two, three' })
  expect(sessionStorage.getItem('draft')).toBe('{"text":"One, two, three"}')
})

test('what is forgotten is forgotten in both places', () => {
  remember('draft', 'One')
  const refused = full()
  remember('draft', 'Two')
  refused.mockRestore()
  forget('draft')
  expect(recall('draft')).toBeNull()
})
