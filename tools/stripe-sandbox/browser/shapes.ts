/** The browser's view of Stripe's objects, as far as these scripts look into them. */
export interface Intent {
  id: string
  status: string
  client_secret: string
  payment_method_types: string[]
  next_action: {
    type: string
    redirect_to_url?: { url: string | null; return_url: string | null }
  } | null
  last_payment_error: StripeProblem | null
}

export interface StripeProblem {
  type: string
  message?: string | undefined
  code?: string | undefined
  decline_code?: string | undefined
  payment_intent?: Intent | undefined
  [more: string]: unknown
}

export type Outcome =
  { paymentIntent: Intent; error?: undefined } | { error: StripeProblem; paymentIntent?: undefined }

/** What the developer did wrong, as opposed to what went wrong. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}

export interface ElementsOptions {
  clientSecret?: string
  mode?: string
  locale?: string
  appearance?: Appearance
  fonts?: {
    family?: string
    src?: string
    weight?: string
    style?: string
    unicodeRange?: string
  }[]
  loader?: 'auto' | 'always' | 'never'
  [more: string]: unknown
}

export interface Appearance {
  theme?: string
  variables?: Record<string, string | undefined>
}

export interface PaymentOptions {
  readOnly?: boolean
  defaultValues?: { billingDetails?: Record<string, unknown> }
  [more: string]: unknown
}

export interface ConfirmParams {
  return_url?: string
  payment_method?: string
  receipt_email?: string
  shipping?: Record<string, unknown>
  payment_method_data?: { billing_details?: Record<string, unknown> }
  [more: string]: unknown
}
