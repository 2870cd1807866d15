import { call, intentId, retrieve } from './api'
import { applyAppearance, applyFonts } from './appearance'
import { PaymentForm } from './payment-form'
import { HELLO, type FrameSetup, type FromFrame, type ToFrame, type Validated } from './protocol'
import type { ConfirmParams, Outcome } from './shapes'
import { languageFor, TEXTS, type Language } from './texts'

// The Payment Element's inside. It talks to its page over one private port and to the sandbox it
// came from; the card's digits exist only here.

const own = document.currentScript
const BASE = new URL('../', own instanceof HTMLScriptElement ? own.src : location.href).href
const FINISHED = new Set(['succeeded', 'canceled', 'processing', 'requires_capture'])

const form = new PaymentForm(changed)
let port: MessagePort | null = null
let setup: FrameSetup | null = null
let language: Language = 'en'
let paying = false
let last = ''

function tell(message: FromFrame): void {
  port?.postMessage(message)
}

function changed(): void {
  const state = {
    empty: form.form?.empty ?? true,
    complete: form.form?.complete ?? false,
    method: form.type,
  }
  const serialized = JSON.stringify(state)
  if (serialized === last) return
  last = serialized
  tell({ type: 'change', ...state })
}

function apply(next: Partial<FrameSetup>): void {
  if (!setup) return
  setup = { ...setup, ...next }
  language = languageFor(setup.locale)
  document.documentElement.lang = language
  applyAppearance(setup.appearance)
  document.documentElement.style.background = setup.surface ?? 'transparent'
  if (next.fonts) applyFonts(next.fonts)
  form.speak(TEXTS[language])
  form.disabled = setup.readOnly
}

/**
 * Looks at the intent first, as the real element does: one that is over or unknown cannot be paid
 * here.
 */
async function begin(given: FrameSetup): Promise<void> {
  setup = given
  apply(given)
  const { error, methods } = await look()
  if (error) return tell({ type: 'loaderror', error })
  form.offer(methods ?? ['card'])
  form.disabled = setup.readOnly
  document.getElementById('root')?.replaceChildren(form.root)
  tell({ type: 'height', height: height() })
  tell({ type: 'ready', methods: form.types })
}

async function look(): Promise<Validated & { methods?: string[] }> {
  if (!setup?.clientSecret) return {}
  const { error, paymentIntent } = await retrieve(BASE, setup.key, setup.clientSecret, language)
  if (error) return { error }
  if (!FINISHED.has(paymentIntent.status)) return { methods: paymentIntent.payment_method_types }
  const message =
    'The client_secret provided is for a PaymentIntent that is in a terminal state and cannot be used to initialize Elements.'
  return {
    error: {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message,
      payment_intent: paymentIntent,
    },
  }
}

async function confirm(clientSecret: string, params: ConfirmParams): Promise<Outcome> {
  const chosen = form.form
  const invalid = chosen?.validate(TEXTS[language])
  if (!chosen || invalid) return { error: invalid ?? { type: 'invalid_request_error' } }
  const { payment_method_data: data, ...rest } = params
  const fields = {
    ...rest,
    payment_method_data: { ...data, ...chosen.data() },
    key: setup?.key,
    client_secret: clientSecret,
    use_stripe_sdk: true,
  }
  form.locked = true
  const outcome = await call(
    BASE,
    'POST',
    `payment_intents/${intentId(clientSecret)}/confirm`,
    fields,
    language,
  )
  form.locked = false
  if (outcome.error) chosen.refuse(outcome.error)
  return outcome
}

async function answer(
  id: number,
  work: () => Validated | Outcome | Promise<Validated | Outcome>,
): Promise<void> {
  tell({ type: 'reply', id, value: await work() })
}

function obey(message: ToFrame): void {
  if (message.type === 'setup') void begin(message.setup)
  else if (message.type === 'update') apply(message.setup)
  else if (message.type === 'focus') form.form?.focus()
  else if (message.type === 'blur') (document.activeElement as HTMLElement | null)?.blur()
  else if (message.type === 'clear') form.form?.clear()
  else if (message.type === 'refresh') void answer(message.id, look)
  else if (message.type === 'submit') {
    void answer(message.id, () => {
      const error = form.form?.validate(TEXTS[language])
      return error ? { error } : { selectedPaymentMethod: form.type }
    })
  } else if (message.type === 'confirm' && !paying) {
    paying = true
    void answer(message.id, () => confirm(message.clientSecret, message.params)).finally(
      () => (paying = false),
    )
  }
}

function height(): number {
  return Math.ceil(document.getElementById('root')?.getBoundingClientRect().height ?? 0)
}

new ResizeObserver(() => tell({ type: 'height', height: height() })).observe(
  document.getElementById('root') ?? document.body,
)

document.addEventListener('focusin', (event) => {
  if (event.relatedTarget === null) tell({ type: 'focus' })
})
document.addEventListener('focusout', (event) => {
  if (event.relatedTarget === null) tell({ type: 'blur' })
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell({ type: 'escape' })
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) tell({ type: 'enter' })
})

window.addEventListener('message', (event: MessageEvent) => {
  if (event.source !== window.parent || event.data !== HELLO || !event.ports[0]) return
  port = event.ports[0]
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => obey(data)
})
window.parent.postMessage(HELLO, '*')
