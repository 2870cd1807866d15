import { FPX_BANKS } from '../payments/methods'
import { make } from './dom'
import type { MethodForm } from './method-form'
import type { StripeProblem } from './shapes'
import type { Texts } from './texts'

/**
 * The fields under FPX and GrabPay: the bank, for FPX, and a note that the payer will be
 * redirected.
 */
export class RedirectForm implements MethodForm {
  readonly root: HTMLElement
  private readonly note = make('p', { class: 'note' })
  private readonly label = make('label', { for: 'field-bank' })
  private readonly alert = make('p', { class: 'error', role: 'alert', id: 'field-bank-error' })
  private readonly unchosen = make('option', { value: '' })
  private readonly select: HTMLSelectElement | null

  constructor(
    private readonly type: 'fpx' | 'grabpay',
    onChange: () => void,
  ) {
    this.select = type === 'fpx' ? this.banks() : null
    this.root = make(
      'div',
      { class: 'fields' },
      ...(this.select
        ? [
            make(
              'div',
              { class: 'field bank' },
              this.label,
              make('div', { class: 'box' }, this.select),
              this.alert,
            ),
          ]
        : []),
      this.note,
    )
    this.select?.addEventListener('change', () => {
      this.say(null)
      onChange()
    })
  }

  private banks(): HTMLSelectElement {
    const options = Object.entries(FPX_BANKS).map(([value, name]) =>
      make('option', { value }, name),
    )
    return make(
      'select',
      { id: 'field-bank', name: 'bank', 'aria-required': 'true', 'aria-invalid': 'false' },
      this.unchosen,
      ...options,
    )
  }

  get empty(): boolean {
    return this.select !== null && this.select.value === ''
  }

  get complete(): boolean {
    return !this.empty
  }

  set locked(locked: boolean) {
    if (this.select) this.select.inert = locked
  }

  set disabled(disabled: boolean) {
    if (this.select) this.select.disabled = disabled
  }

  speak(texts: Texts): void {
    this.label.textContent = texts.bank
    this.unchosen.textContent = texts.chooseBank
    this.note.textContent = texts.redirected
    if (this.alert.textContent) this.say(texts.flaws.incomplete_bank)
  }

  validate(texts: Texts): StripeProblem | null {
    if (this.complete) return null
    const message = texts.flaws.incomplete_bank
    this.say(message)
    this.focus()
    return { type: 'validation_error', code: 'incomplete_fpx_bank', message }
  }

  /** A bank's refusal is not about any field here: it is shown outside the form. */
  refuse(): void {}

  focus(): void {
    this.select?.focus()
  }

  clear(): void {
    if (this.select) this.select.value = ''
    this.say(null)
  }

  data(): object {
    return { type: this.type, ...(this.select && { fpx: { bank: this.select.value } }) }
  }

  private say(message: string | null): void {
    this.alert.textContent = message ?? ''
    this.select?.setAttribute('aria-invalid', String(message !== null))
    if (message === null) this.select?.removeAttribute('aria-describedby')
    else this.select?.setAttribute('aria-describedby', this.alert.id)
  }
}
