import { Emitter } from './emitter'
import { FrameElement, type ElementKind } from './payment-element'
import type { FrameSetup, Validated } from './protocol'
import { IntegrationError, type ElementsOptions, type PaymentOptions } from './shapes'

const KINDS: readonly string[] = ['payment', 'expressCheckout'] satisfies ElementKind[]

/** `stripe.elements(…)`: the options that its elements share, and at most one element of a kind. */
export class Elements extends Emitter {
  private readonly all = new Map<string, FrameElement>()

  constructor(
    private readonly key: string,
    private options: ElementsOptions,
    private readonly locale: string | undefined,
  ) {
    super()
    const secret = options.clientSecret
    if (secret !== undefined && !/^pi_\w+_secret_\w+$/.test(secret)) {
      throw new IntegrationError(
        `Invalid value for elements(): clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(secret)}.`,
      )
    }
  }

  get clientSecret(): string | undefined {
    return this.options.clientSecret
  }

  get language(): string | undefined {
    return this.options.locale ?? this.locale
  }

  create(type: string, options: PaymentOptions = {}): FrameElement {
    if (!KINDS.includes(type))
      throw new IntegrationError(
        `elements.create('${String(type)}') is not available in the Stripe sandbox, only ${KINDS.join(' and ')}.`,
      )
    if (this.all.has(type))
      throw new IntegrationError(`Can only create one Element of type ${type}.`)
    if (!this.options.clientSecret && !this.options.mode) {
      throw new IntegrationError(
        "In order to create a payment element, you must pass a clientSecret or mode when creating the Elements group.\n\ne.g. stripe.elements({clientSecret: '{{CLIENT_SECRET}}'})",
      )
    }
    const element: FrameElement = new FrameElement(
      type as ElementKind,
      {
        setup: () => this.setup(element),
        loader: () => this.options.loader !== 'never',
        destroyed: (gone) => {
          if (this.all.get(type) === gone) this.all.delete(type)
        },
      },
      options,
    )
    this.all.set(type, element)
    return element
  }

  /** By name, or by react-stripe-js component. */
  getElement(type: string | { __elementType?: string }): FrameElement | null {
    const name = typeof type === 'string' ? type : type?.__elementType
    return this.all.get(name ?? '') ?? null
  }

  /** What a payment is confirmed with: the form, or the wallet of a group that has no form. */
  get paying(): FrameElement | null {
    return this.getElement('payment') ?? this.getElement('expressCheckout')
  }

  async update(options: ElementsOptions): Promise<void> {
    this.options = {
      ...this.options,
      ...options,
      ...(this.options.clientSecret ? { clientSecret: this.options.clientSecret } : {}),
    }
    for (const element of this.all.values()) element.push(this.setup(element))
    await Promise.resolve()
    this.send('update-end')
  }

  async fetchUpdates(): Promise<{ error?: { message: string } }> {
    const { error } = (await this.getElement('payment')?.ask({ type: 'refresh' })) ?? {}
    return error ? { error: { message: error.message ?? '' } } : {}
  }

  submit(): Promise<Validated> {
    if (!this.paying) throw new IntegrationError('elements.submit() needs a mounted Element.')
    return this.paying.ask({ type: 'submit' })
  }

  private setup(element: FrameElement): FrameSetup {
    const { clientSecret, appearance, fonts } = this.options
    return {
      key: this.key,
      clientSecret: clientSecret ?? null,
      locale: this.language ?? 'auto',
      // Functions and the like cannot cross to the frame.
      appearance: JSON.parse(JSON.stringify(appearance ?? {})) as NonNullable<
        ElementsOptions['appearance']
      >,
      fonts: JSON.parse(JSON.stringify(fonts ?? [])) as NonNullable<ElementsOptions['fonts']>,
      readOnly: element.readOnly,
      surface: element.surface,
    }
  }
}
