// The browser knows one passkey dialog at a time: what begins later ends what began before it.
import type * as Passkeys from '@/components/admin/account/passkeys'

type Ask = { optionsJSON: { challenge: string }; useBrowserAutofill?: boolean }
type Dialog = { kind: 'press' | 'offer'; challenge: string; choose: () => void; close: () => void }
const dialogs: Dialog[] = []
let current: Dialog | undefined

jest.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthnAutofill: async () => true,
  WebAuthnAbortService: { cancelCeremony: () => current?.close() },
  startAuthentication: ({ optionsJSON: { challenge }, useBrowserAutofill }: Ask) =>
    new Promise((resolve, reject) => {
      current?.close()
      const kind = useBrowserAutofill ? 'offer' : 'press'
      current = {
        ...{ kind, challenge, choose: () => resolve(`${kind} ${challenge}`) },
        close: () => reject(Object.assign(new Error('closed'), { name: 'AbortError' })),
      }
      dialogs.push(current)
    }),
}))

/** The server's answers, in the order in which they were asked for; the last challenge counts. */
const asked: ((answer: void) => void)[] = []
let passkeys: typeof Passkeys
beforeEach(async () => {
  dialogs.length = asked.length = 0
  current = undefined
  jest.resetModules()
  passkeys = await import('@/components/admin/account/passkeys')
  globalThis.fetch = (async () => {
    const nth = asked.length
    await new Promise<void>((answer) => asked.push(answer))
    const text = async () => JSON.stringify({ challenge: `challenge ${nth}` })
    return { ok: true, status: 200, headers: new Headers(), text } as unknown as Response
  }) as typeof fetch
})

/** Until nothing moves any more but what waits for the server or for somebody. */
const settled = () => new Promise((done) => setTimeout(done, 20))
const answer = async (nth: number) => {
  asked[nth]?.()
  await settled()
}
const kinds = () => dialogs.map(({ kind }) => kind)

test('an offer that is on the screen ends with a press, which keeps its dialog', async () => {
  const offered = passkeys.signedByOffer().catch((error: Error) => error.name)
  await settled()
  await answer(0)
  const pressed = passkeys.signedByPasskey()
  await settled()
  await answer(1)
  expect(kinds()).toEqual(['offer', 'press'])
  expect(await offered).toBe('AbortError')
  current?.choose()
  expect(await pressed).toBe('press challenge 1')
})

test('an offer whose answer is on its way begins no more, and the press asks after it', async () => {
  const offered = passkeys.signedByOffer()
  await settled()
  const pressed = passkeys.signedByPasskey()
  await settled()
  expect(asked).toHaveLength(1)
  await answer(0)
  expect(await offered).toBeNull()
  await answer(1)
  expect(kinds()).toEqual(['press'])
  current?.choose()
  expect(await pressed).toBe('press challenge 1')
})

test('an offer before the press has its code asks for nothing', async () => {
  const offered = passkeys.signedByOffer()
  const pressed = passkeys.signedByPasskey()
  expect(await offered).toBeNull()
  await settled()
  await answer(0)
  current?.choose()
  expect(await pressed).toBe('press challenge 0')
})

test('an offer that is renewed leaves the dialog of a press open, and its challenge', async () => {
  const pressed = passkeys.signedByPasskey()
  await settled()
  expect(await Promise.race([passkeys.signedByOffer(), settled()])).toBeNull()
  await answer(0)
  expect(kinds()).toEqual(['press'])
  expect(await Promise.race([passkeys.signedByOffer(), settled()])).toBeNull()
  expect(asked).toHaveLength(1)
  current?.choose()
  expect(await pressed).toBe('press challenge 0')
  void passkeys.signedByOffer().catch(() => null)
  await settled()
  await answer(1)
  expect(kinds()).toEqual(['press', 'offer'])
})

test('after a press that was declined it is offered again', async () => {
  const pressed = passkeys.signedByPasskey().catch((error: Error) => error.name)
  await settled()
  await answer(0)
  current?.close()
  expect(await pressed).toBe('AbortError')
  void passkeys.signedByOffer().catch(() => null)
  await settled()
  await answer(1)
  expect(kinds()).toEqual(['press', 'offer'])
})
