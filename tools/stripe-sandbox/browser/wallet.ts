import { call, intentId } from './api'
import { applyAppearance, applyFonts } from './appearance'
import { make } from './dom'
import { HELLO, type FrameSetup, type FromFrame, type ToFrame } from './protocol'
import type { ConfirmParams, Outcome } from './shapes'
import { languageFor, TEXTS, type Language } from './texts'

// The Express Checkout Element's inside: one wallet, which is plainly a test and approves at once.

const own = document.currentScript
const BASE = new URL('../', own instanceof HTMLScriptElement ? own.src : location.href).href
const button = make('button', { type: 'button', class: 'wallet' })
let port: MessagePort | null = null
let setup: FrameSetup | null = null
let language: Language = 'en'

function tell(message: FromFrame): void {
  port?.postMessage(message)
}

function apply(next: Partial<FrameSetup>): void {
  setup = { ...setup, ...next } as FrameSetup
  language = languageFor(setup.locale)
  document.documentElement.lang = language
  applyAppearance(setup.appearance)
  document.documentElement.style.background = setup.surface ?? 'transparent'
  if (next.fonts) applyFonts(next.fonts)
  button.textContent = TEXTS[language].wallet
}

function confirm(clientSecret: string, params: ConfirmParams): Promise<Outcome> {
  const fields = {
    ...params,
    payment_method_data: { type: 'card', card: { token: 'tok_wallet' } },
    key: setup?.key,
    client_secret: clientSecret,
    use_stripe_sdk: true,
  }
  const path = `payment_intents/${intentId(clientSecret)}/confirm`
  return call(BASE, 'POST', path, fields, language)
}

function obey(message: ToFrame): void {
  if (message.type === 'setup') {
    apply(message.setup)
    document.getElementById('root')?.replaceChildren(button)
    tell({ type: 'height', height: 48 })
    tell({ type: 'ready', methods: ['card'] })
  } else if (message.type === 'update') apply(message.setup)
  else if (message.type === 'focus') button.focus()
  else if (message.type === 'submit') tell({ type: 'reply', id: message.id, value: {} })
  else if (message.type === 'confirm')
    void confirm(message.clientSecret, message.params).then((value) =>
      tell({ type: 'reply', id: message.id, value }),
    )
}

button.addEventListener('click', () => tell({ type: 'press' }))
window.addEventListener('message', (event: MessageEvent) => {
  if (event.source !== window.parent || event.data !== HELLO || !event.ports[0]) return
  port = event.ports[0]
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => obey(data)
})
window.parent.postMessage(HELLO, '*')
