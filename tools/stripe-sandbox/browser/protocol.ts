import type { Appearance, ConfirmParams, ElementsOptions, Outcome, StripeProblem } from './shapes'

/**
 * First words of a frame to its page; everything later goes over the private port the page answers
 * with.
 */
export const HELLO = 'stripe-sandbox-frame'
/** The bank's page to the dialog around it. */
export interface FromBank {
  bank: 'answered' | 'escape' | 'height'
  height?: number
}

export interface FrameSetup {
  key: string
  clientSecret: string | null
  locale: string
  appearance: Appearance
  fonts: NonNullable<ElementsOptions['fonts']>
  readOnly: boolean
  /**
   * The plain colour behind the form, so that contrast can be told inside; null keeps it
   * transparent.
   */
  surface: string | null
}

/** Page → frame. Those with an `id` are answered by `reply`. */
export type ToFrame =
  | { type: 'setup'; setup: FrameSetup }
  | { type: 'update'; setup: Partial<FrameSetup> }
  | { type: 'focus' | 'blur' | 'clear' }
  | { type: 'submit' | 'refresh'; id: number }
  | { type: 'confirm'; id: number; clientSecret: string; params: ConfirmParams }

export interface Validated {
  error?: StripeProblem
  selectedPaymentMethod?: string
}

/** Frame → page. */
export type FromFrame =
  | { type: 'focus' | 'blur' | 'escape' | 'enter' | 'press' }
  | { type: 'ready'; methods: string[] }
  | { type: 'height'; height: number }
  | { type: 'change'; empty: boolean; complete: boolean; method: string }
  | { type: 'loaderror'; error: StripeProblem }
  | { type: 'reply'; id: number; value: Outcome | Validated }
