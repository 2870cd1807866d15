import type { StripeProblem } from './shapes'
import type { Texts } from './texts'

/** The fields under one tab of the form, for one payment method. */
export interface MethodForm {
  readonly root: HTMLElement
  readonly empty: boolean
  readonly complete: boolean
  locked: boolean
  disabled: boolean
  speak(texts: Texts): void
  /**
   * Stripe's validation error for the first missing or wrong field, which is also shown; null when
   * all are valid.
   */
  validate(texts: Texts): StripeProblem | null
  /** Marks what a refusal is about. */
  refuse(problem: StripeProblem): void
  focus(): void
  clear(): void
  /** `payment_method_data` in the API's format. */
  data(): object
}
