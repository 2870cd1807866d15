import { request } from '@/components/api'
import { part } from '@/components/ui/part'

// Passkeys in the browser. The library is loaded with their first use.
const load = () => import('@simplewebauthn/browser')

export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Whether somebody closed the browser's own dialog, or let it wait too long. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

type Options = Awaited<ReturnType<typeof challenge>>
const challenge = () =>
  request<Parameters<Awaited<ReturnType<typeof load>>['startAuthentication']>[0]['optionsJSON']>(
    '/api/auth/passkeys/challenge',
    { method: 'POST' },
  )

// The browser has one dialog, and this browser one challenge: an offer that begins after a press would
// take both from it.
let presses = 0
let open = 0
let offered: Promise<unknown> = Promise.resolve()

/** What a passkey, chosen in the browser's dialog, has signed. */
export async function signedByPasskey(): Promise<unknown> {
  presses++
  open++
  try {
    const [{ startAuthentication }] = await Promise.all([part(load), offered])
    return await startAuthentication({ optionsJSON: await challenge() })
  } finally {
    open--
  }
}

/**
 * The same, for one that is chosen where the browser offers passwords; null where it cannot, and while
 * or after somebody presses.
 */
export async function signedByOffer(): Promise<unknown> {
  if (open > 0) return null
  const before = presses
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await load()
  if (!(await browserSupportsWebAuthnAutofill()) || presses > before) return null
  const asked = challenge()
  offered = asked.catch(() => null)
  const optionsJSON: Options = await asked
  if (presses > before) return null
  return startAuthentication({ optionsJSON, useBrowserAutofill: true })
}

/** Takes the offer back, and closes the browser's dialog. */
export const endOffer = (): void =>
  void load().then(
    ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
    () => undefined,
  )

/** A new passkey for what the server asked. Throws 'known' when this device has one already. */
export async function newPasskey(options: unknown): Promise<unknown> {
  const { startRegistration, WebAuthnError } = await part(load)
  return startRegistration({ optionsJSON: options as never }).catch((error: unknown) => {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw isKnown ? new Error('known') : error
  })
}
