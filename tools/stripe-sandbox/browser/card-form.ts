import {
  brandName,
  cvcFlaw,
  expiryFlaw,
  expiryParts,
  digits,
  formatCvc,
  formatExpiry,
  formatNumber,
  numberFlaw,
} from './card-rules'
import { make } from './dom'
import { Field } from './field'
import type { MethodForm } from './method-form'
import type { StripeProblem } from './shapes'
import type { Texts } from './texts'

/** The fields that refusals are about; all others are about the number. */
const FIELD_OF: Record<string, 'expiry' | 'cvc'> = {
  expired_card: 'expiry',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
}

/** What stands under the Card tab: its fields, their validation, and the card they describe. */
export class CardForm implements MethodForm {
  readonly root: HTMLElement
  readonly number: Field
  readonly expiry: Field
  readonly cvc: Field

  constructor(onChange: () => void) {
    const edited = () => {
      this.number.icon.textContent = brandName(this.number.value)
      onChange()
    }
    this.number = new Field(
      'number',
      { format: formatNumber, flaw: numberFlaw, autocomplete: 'cc-number' },
      edited,
    )
    this.expiry = new Field(
      'expiry',
      { format: formatExpiry, flaw: (text) => expiryFlaw(text), autocomplete: 'cc-exp' },
      edited,
    )
    this.cvc = new Field(
      'cvc',
      {
        format: (text) => formatCvc(text, this.number.value),
        flaw: (text) => cvcFlaw(text, this.number.value),
        autocomplete: 'cc-csc',
      },
      edited,
    )
    this.number.input.addEventListener('filled', () => this.expiry.input.focus())
    this.expiry.input.addEventListener('filled', () => this.cvc.input.focus())
    this.root = make('div', { class: 'fields' }, ...this.fields.map((field) => field.root))
  }

  get fields(): Field[] {
    return [this.number, this.expiry, this.cvc]
  }

  get empty(): boolean {
    return this.fields.every((field) => field.value === '')
  }

  get complete(): boolean {
    return this.fields.every((field) => field.flaw === null)
  }

  set locked(locked: boolean) {
    for (const { input } of this.fields) input.readOnly = locked
  }

  set disabled(disabled: boolean) {
    for (const { input } of this.fields) input.disabled = disabled
  }

  speak(texts: Texts): void {
    this.number.describe(texts.number, '', '1234 1234 1234 1234', texts.flaws)
    this.expiry.describe(texts.expiry, texts.expiryHint, texts.expiryHint, texts.flaws)
    this.cvc.describe(texts.cvc, '', texts.cvcHint, texts.flaws)
  }

  /**
   * Stripe's validation error for the first field that is not right; null when all are. Shows all
   * messages.
   */
  validate(texts: Texts): StripeProblem | null {
    const wrong = this.fields.filter((field) => !field.validate())
    const flaw = wrong[0]?.flaw
    wrong[0]?.input.focus()
    return flaw ? { type: 'validation_error', code: flaw, message: texts.flaws[flaw] } : null
  }

  /** Marks the field that a bank's refusal is about until it is edited; the page says the refusal. */
  refuse(problem: StripeProblem): void {
    if (problem.type === 'card_error') this[FIELD_OF[problem.code ?? ''] ?? 'number'].mark()
  }

  focus(): void {
    this.number.input.focus()
  }

  clear(): void {
    for (const field of this.fields) field.clear()
  }

  /** The card as the API takes it. It leaves this frame in exactly one request, to the sandbox. */
  data(): object {
    const [month, year] = expiryParts(this.expiry.value)
    return {
      type: 'card',
      card: {
        number: digits(this.number.value),
        exp_month: month,
        exp_year: year,
        cvc: this.cvc.value,
      },
    }
  }
}
