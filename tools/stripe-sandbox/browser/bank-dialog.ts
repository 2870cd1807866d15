import { retrieve } from './api'
import { BASE } from './base'
import type { FromBank } from './protocol'
import type { Intent, Outcome } from './shapes'
import { TEXTS, type Language } from './texts'

/**
 * The bank may be answered elsewhere (another device, a cancelled order), so the dialog also looks
 * for itself.
 */
const LOOK_MS = 2_000

function bankPage(intent: Intent, language: Language): string {
  const query = new URLSearchParams({ client_secret: intent.client_secret, locale: language })
  return `${BASE}_sandbox/authorize/${intent.id}?${query}`
}

function build(
  intent: Intent,
  language: Language,
): { dialog: HTMLDialogElement; frame: HTMLIFrameElement; close: HTMLButtonElement } {
  const texts = TEXTS[language]
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', texts.dialog)
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    zIndex: '2147483647',
    width: 'min(420px, calc(100vw - 24px))',
    height: 'min(480px, calc(100vh - 24px))',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: 'auto',
    padding: '0',
    border: '0',
    borderRadius: '12px',
    overflow: 'hidden',
    background: '#fff',
    colorScheme: 'light',
    pointerEvents: 'auto',
    boxShadow: '0 24px 64px rgb(0 0 0 / 0.55), 0 0 0 100vmax rgb(0 0 0 / 0.6)',
  })
  const frame = document.createElement('iframe')
  frame.title = '3-D Secure authentication'
  frame.name = '__privateStripeFrame3DS'
  frame.src = bankPage(intent, language)
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: '100%',
    border: '0',
    colorScheme: 'light',
  })
  const close = document.createElement('button')
  close.type = 'button'
  close.setAttribute('aria-label', texts.close)
  close.textContent = '×'
  Object.assign(close.style, {
    position: 'absolute',
    top: '6px',
    right: '6px',
    width: '44px',
    height: '44px',
    border: '0',
    borderRadius: '8px',
    background: 'transparent',
    color: '#30313d',
    font: '24px/1 system-ui, sans-serif',
    cursor: 'pointer',
  })
  dialog.append(frame, close)
  return { dialog, frame, close }
}

/**
 * Shows the bank's page over the site until the intent no longer waits for it, as Stripe does: above
 * all else by its number alone, not in the top layer, so that a dialog of the page can take the focus
 * from it. Closing it means refusing, so that the intent is free for another card.
 */
export function askBank(intent: Intent, key: string, language: Language): Promise<Outcome> {
  const { dialog, frame, close } = build(intent, language)
  const before = document.activeElement
  return new Promise((resolve) => {
    let looking = 0
    let done = false
    const finish = (outcome: Outcome) => {
      if (done) return
      done = true
      clearInterval(looking)
      window.removeEventListener('message', hear)
      dialog.close()
      dialog.remove()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      resolve(outcome)
    }
    const look = async (final: boolean) => {
      const outcome = await retrieve(BASE, key, intent.client_secret, language)
      if (final || (outcome.paymentIntent && outcome.paymentIntent.status !== 'requires_action'))
        finish(outcome)
    }
    const hear = (event: MessageEvent<FromBank>) => {
      if (event.source !== frame.contentWindow) return
      if (event.data.bank === 'answered') void look(true)
      if (event.data.bank === 'escape') refuse()
      if (event.data.bank === 'height')
        dialog.style.height = `min(${event.data.height ?? 480}px, calc(100vh - 24px))`
    }
    const refuse = () => {
      const form = new URLSearchParams({
        client_secret: intent.client_secret,
        outcome: 'fail',
        as: 'json',
      })
      void fetch(`${BASE}_sandbox/authorize/${intent.id}`, { method: 'POST', body: form })
        .catch(() => null)
        .then(() => look(true))
    }
    dialog.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') refuse()
    })
    close.addEventListener('click', refuse)
    frame.addEventListener('load', () => frame.focus())
    window.addEventListener('message', hear)
    looking = window.setInterval(() => void look(false), LOOK_MS)
    document.body.append(dialog)
    dialog.show()
    frame.focus()
  })
}
