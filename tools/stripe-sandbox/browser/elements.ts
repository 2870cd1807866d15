import { Emitter } from './emitter'
import { PaymentElement } from './payment-element'
import type { FrameSetup, Validated } from './protocol'
import { IntegrationError, type ElementsOptions, type PaymentOptions } from './shapes'

/**
 * `stripe.elements(…)`: the options all elements share, and the one Payment Element there may be.
 */
export class Elements extends Emitter {
  private payment: PaymentElement | null = null

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

  create(type: string, options: PaymentOptions = {}): PaymentElement {
    if (type !== 'payment')
      throw new IntegrationError(
        `elements.create('${String(type)}') is not available in the Stripe sandbox, only 'payment'.`,
      )
    if (this.payment) throw new IntegrationError('Can only create one Element of type payment.')
    if (!this.options.clientSecret && !this.options.mode) {
      throw new IntegrationError(
        "In order to create a payment element, you must pass a clientSecret or mode when creating the Elements group.\n\ne.g. stripe.elements({clientSecret: '{{CLIENT_SECRET}}'})",
      )
    }
    this.payment = new PaymentElement(
      {
        setup: () => this.setup(),
        loader: () => this.options.loader !== 'never',
        destroyed: (element) => {
          if (this.payment === element) this.payment = null
        },
      },
      options,
    )
    return this.payment
  }

  /** By name, or by react-stripe-js component. */
  getElement(type: string | { __elementType?: string }): PaymentElement | null {
    const name = typeof type === 'string' ? type : type?.__elementType
    return name === 'payment' ? this.payment : null
  }

  async update(options: ElementsOptions): Promise<void> {
    this.options = {
      ...this.options,
      ...options,
      ...(this.options.clientSecret ? { clientSecret: this.options.clientSecret } : {}),
    }
    this.payment?.push(this.setup())
    await Promise.resolve()
    this.send('update-end')
  }

  async fetchUpdates(): Promise<{ error?: { message: string } }> {
    const { error } = (await this.payment?.ask({ type: 'refresh' })) ?? {}
    return error ? { error: { message: error.message ?? '' } } : {}
  }

  submit(): Promise<Validated> {
    if (!this.payment)
      throw new IntegrationError('elements.submit() needs a mounted Payment Element.')
    return this.payment.ask({ type: 'submit' })
  }

  private setup(): FrameSetup {
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
      readOnly: this.payment?.readOnly ?? false,
      surface: this.payment?.surface ?? null,
    }
  }
}
