import { BASE } from './base'
import { Emitter } from './emitter'
import { Skeleton } from './skeleton'
import { HELLO, type FrameSetup, type FromFrame, type ToFrame, type Validated } from './protocol'
import { surfaceOf } from './surface'
import {
  IntegrationError,
  type ConfirmParams,
  type Outcome,
  type PaymentOptions,
  type StripeProblem,
} from './shapes'

const LOAD_TIMEOUT_MS = 10_000
/** A loaded document that has not spoken by then is not ours: an error page. */
const SILENCE_MS = 1_500

let frames = 0

export type ElementKind = 'payment' | 'expressCheckout'

const KINDS = {
  payment: { title: 'Secure payment input frame', page: '_sandbox/frame' },
  expressCheckout: { title: 'Secure express checkout frame', page: '_sandbox/frame-wallet' },
} as const

interface Owner {
  setup(): FrameSetup
  loader(): boolean
  destroyed(element: FrameElement): void
}

type Ask =
  { type: 'submit' | 'refresh' } | { type: 'confirm'; clientSecret: string; params: ConfirmParams }

/**
 * The page's half of an element: an iframe, a private port to it, and Stripe's element interface.
 */
export class FrameElement extends Emitter {
  private holder: HTMLElement | null = null
  private frame: HTMLIFrameElement | null = null
  private port: MessagePort | null = null
  private skeleton: Skeleton | null = null
  private asked = 0
  private readonly waiting = new Map<number, (value: never) => void>()
  private timers: number[] = []
  private over = false
  private ready = false

  constructor(
    readonly kind: ElementKind,
    private readonly owner: Owner,
    private options: PaymentOptions,
  ) {
    super()
  }

  get surface(): string | null {
    return this.holder ? surfaceOf(this.holder) : null
  }

  get readOnly(): boolean {
    return this.options.readOnly === true
  }

  mount(target: string | HTMLElement): void {
    if (this.over)
      throw new IntegrationError(
        'This Element has already been destroyed. Please create a new one.',
      )
    const holder = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
    if (!holder)
      throw new IntegrationError(
        `The selector you specified (${String(target)}) applies to no DOM elements that are currently on the page.`,
      )
    this.unmount()
    this.holder = holder
    window.addEventListener('message', this.hear)
    const frame = document.createElement('iframe')
    frame.name = `__privateStripeFrame${(frames += 1)}`
    frame.title = KINDS[this.kind].title
    frame.src = BASE + KINDS[this.kind].page
    frame.setAttribute('allow', 'payment *')
    frame.setAttribute('scrolling', 'no')
    // Equal colour schemes inside and out keep the frame transparent on a dark page.
    Object.assign(frame.style, {
      display: 'block',
      width: '100%',
      height: '0',
      border: '0',
      margin: '0',
      colorScheme: 'light',
      opacity: '0',
    })
    frame.addEventListener('load', () =>
      this.after(
        SILENCE_MS,
        () => this.port || this.failed('The payment form could not be loaded.'),
      ),
    )
    this.after(
      LOAD_TIMEOUT_MS,
      () => this.ready || this.failed('The payment form took too long to load.'),
    )
    if (this.kind === 'payment' && this.owner.loader())
      this.skeleton = new Skeleton(holder, this.owner.setup().appearance)
    holder.append(frame)
    this.frame = frame
    queueMicrotask(
      () => this.frame === frame && this.send('loaderstart', { elementType: this.kind }),
    )
  }

  unmount(): void {
    window.removeEventListener('message', this.hear)
    for (const timer of this.timers) clearTimeout(timer)
    this.timers = []
    this.port?.close()
    this.port = null
    this.ready = false
    this.skeleton?.remove()
    this.frame?.remove()
    this.frame = null
    this.holder = null
    const gone: Outcome = {
      error: {
        type: 'api_connection_error',
        message: 'The payment form was closed before the payment was finished.',
      },
    }
    for (const resolve of this.waiting.values()) resolve(gone as never)
    this.waiting.clear()
  }

  destroy(): void {
    if (this.over) return
    this.unmount()
    this.over = true
    this.owner.destroyed(this)
  }

  update(options: PaymentOptions): this {
    this.options = { ...this.options, ...options }
    this.push({ readOnly: this.readOnly })
    return this
  }

  focus(): void {
    this.frame?.focus()
    this.tell({ type: 'focus' })
  }

  blur(): void {
    this.tell({ type: 'blur' })
  }

  clear(): void {
    this.tell({ type: 'clear' })
  }

  /** Only accordion layouts collapse; tabs stay as they are. */
  collapse(): this {
    return this
  }

  /** Hands changed options to the frame. */
  push(setup: Partial<FrameSetup>): void {
    this.tell({ type: 'update', setup })
  }

  /** A question to the frame; it validates, or pays with what only it knows. */
  ask(question: Ask & { type: 'confirm' }): Promise<Outcome>
  ask(question: Ask): Promise<Validated>
  ask(question: Ask): Promise<Outcome | Validated> {
    if (!this.ready) {
      const error: StripeProblem = {
        type: 'invalid_request_error',
        message:
          'The payment form is not ready yet. Wait for the ready event of the Payment Element.',
      }
      return Promise.resolve({ error })
    }
    const id = (this.asked += 1)
    return new Promise((resolve) => {
      this.waiting.set(id, resolve as (value: never) => void)
      this.tell({ ...question, id })
    })
  }

  private readonly hear = (event: MessageEvent): void => {
    if (event.data !== HELLO || !this.frame || event.source !== this.frame.contentWindow) return
    this.port?.close()
    const { port1, port2 } = new MessageChannel()
    this.port = port1
    port1.onmessage = ({ data }: MessageEvent<FromFrame>) => this.obey(data)
    this.frame.contentWindow?.postMessage(HELLO, new URL(BASE).origin, [port2])
    this.tell({ type: 'setup', setup: this.owner.setup() })
  }

  private obey(message: FromFrame): void {
    const elementType = this.kind
    if (message.type === 'height') {
      if (this.frame) this.frame.style.height = `${message.height}px`
    } else if (message.type === 'reply') {
      this.waiting.get(message.id)?.(message.value as never)
      this.waiting.delete(message.id)
    } else if (message.type === 'ready') {
      this.ready = true
      this.skeleton?.remove()
      if (this.frame) this.frame.style.opacity = '1'
      if (this.kind === 'expressCheckout')
        return this.send('ready', { elementType, availablePaymentMethods: { googlePay: true } })
      this.send('ready', { elementType })
      this.send('availablepaymentmethodschange', { elementType, paymentMethods: message.methods })
    } else if (message.type === 'change') {
      this.send('change', {
        elementType,
        empty: message.empty,
        complete: message.complete,
        collapsed: false,
        value: { type: message.method },
      })
    } else if (message.type === 'press') {
      this.press()
    } else if (message.type === 'loaderror') {
      this.failed(message.error)
    } else if (message.type === 'enter') {
      this.holder?.closest('form')?.requestSubmit()
    } else {
      this.send(message.type, { elementType })
    }
  }

  /** The page may refuse; otherwise the test wallet approves at once. */
  private press(): void {
    const about = { elementType: this.kind, expressPaymentType: 'google_pay' }
    this.send('click', {
      ...about,
      resolve: () => this.send('confirm', { ...about, paymentFailed: () => undefined }),
      reject: () => undefined,
    })
  }

  private failed(reason: string | StripeProblem): void {
    if (this.ready || !this.frame) return
    const error =
      typeof reason === 'string' ? { type: 'api_connection_error', message: reason } : reason
    for (const timer of this.timers) clearTimeout(timer)
    this.skeleton?.remove()
    this.frame.style.height = '0'
    this.send('loaderror', { elementType: this.kind, error })
  }

  private after(delay: number, run: () => void): void {
    this.timers.push(window.setTimeout(run, delay))
  }

  private tell(message: ToFrame): void {
    this.port?.postMessage(message)
  }
}
