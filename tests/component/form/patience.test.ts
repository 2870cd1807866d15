import { request } from '@/components/api'

// cht-core 7492, OSMStreetLight 7: a phone that has lost its network waits for ever.
describe('real life: a call that is never answered', () => {
  beforeEach(() => {
    jest.useFakeTimers()
    globalThis.fetch = ((_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason as Error)
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })) as typeof fetch
  })
  afterEach(() => jest.useRealTimers())

  /** How long until it fails, in seconds; null when it still waits after five minutes. */
  async function waited(call: Promise<unknown>): Promise<number | null> {
    let failed = false
    call.catch(() => (failed = true))
    for (let seconds = 0; seconds < 300; seconds += 10) {
      if (failed) return seconds
      await jest.advanceTimersByTimeAsync(10_000)
    }
    return null
  }

  test.each([
    ['what is read', '/api/services', {}, 30],
    ['what is sent', '/api/bookings', { method: 'POST', body: {} }, 90],
  ] as const)('%s fails in time', async (_, path, options, seconds) =>
    expect(await waited(request(path, options))).toBe(seconds),
  )

  test('who leaves the page before ends the call', async () => {
    const leaving = new AbortController()
    const call = request('/api/services', { signal: leaving.signal })
    const failure = expect(call).rejects.toMatchObject({ name: 'AbortError' })
    leaving.abort()
    await failure
    await expect(request('/api/services', { signal: leaving.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
