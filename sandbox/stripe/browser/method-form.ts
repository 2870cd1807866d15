import type { StripeProblem } from './shapes'
import type { Texts } from './texts'

/** What stands under one tab of the form: how one way to pay is filled in. */
export interface MethodForm {
  readonly root: HTMLElement
  readonly empty: boolean
  readonly complete: boolean
  locked: boolean
  disabled: boolean
  speak(texts: Texts): void
  /** Stripe's validation error for what is missing or wrong, which it shows; null when all is well. */
  validate(texts: Texts): StripeProblem | null
  /** Shows a refusal where it belongs. */
  refuse(problem: StripeProblem): void
  focus(): void
  clear(): void
  /** `payment_method_data` as the API takes it. */
  data(): object
}
