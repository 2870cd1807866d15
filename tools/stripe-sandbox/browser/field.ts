import { make } from './dom'
import type { Flaw } from './texts'

export type FieldName = 'number' | 'expiry' | 'cvc'

export interface FieldRules {
  format(text: string, deleting: boolean): string
  flaw(text: string): Flaw | null
  autocomplete: string
}

/** One labelled input with formatting while typing and its message below. */
export class Field {
  readonly root: HTMLElement
  readonly input: HTMLInputElement
  readonly icon: HTMLElement
  private readonly label: HTMLLabelElement
  private readonly alert: HTMLElement
  private shown: string | null = null
  private flawShown: Flaw | null = null
  private messages: Record<Flaw, string> | null = null

  constructor(
    readonly name: FieldName,
    private readonly rules: FieldRules,
    private readonly onEdit: (field: Field) => void,
  ) {
    const id = `field-${name}`
    this.label = make('label', { for: id })
    this.input = make('input', {
      id,
      name,
      type: 'text',
      inputmode: 'numeric',
      autocomplete: rules.autocomplete,
      autocorrect: 'off',
      spellcheck: 'false',
      'aria-invalid': 'false',
      'aria-required': 'true',
    })
    this.icon = make('span', { class: 'icon', 'aria-hidden': 'true' })
    this.alert = make('p', { class: 'error', role: 'alert', id: `${id}-error` })
    this.root = make(
      'div',
      { class: `field ${name}` },
      this.label,
      make('div', { class: 'box' }, this.input, this.icon),
      this.alert,
    )
    this.input.addEventListener('input', (event) => this.typed(event as InputEvent))
    this.input.addEventListener('blur', () => {
      if (this.input.value !== '') this.validate()
    })
  }

  get value(): string {
    return this.input.value
  }

  get flaw(): Flaw | null {
    return this.rules.flaw(this.value)
  }

  /** Wordings; `hidden` is read out as part of the label but not shown. */
  describe(
    label: string,
    hidden: string,
    placeholder: string,
    messages: Record<Flaw, string>,
  ): void {
    this.label.replaceChildren(
      label,
      ...(hidden ? [make('span', { class: 'unseen' }, ` ${hidden}`)] : []),
    )
    this.input.placeholder = placeholder
    this.messages = messages
    if (this.flawShown) this.say(messages[this.flawShown])
  }

  /** Shows what is wrong, if anything, and says whether all is well. */
  validate(): boolean {
    this.flawShown = this.flaw
    this.say(this.flawShown ? (this.messages?.[this.flawShown] ?? null) : null)
    return this.flawShown === null
  }

  /** Wrong, for a reason that is said elsewhere. */
  mark(): void {
    this.say('')
  }

  say(message: string | null): void {
    if (message === this.shown) return
    this.shown = message
    this.alert.textContent = message ?? ''
    this.input.setAttribute('aria-invalid', String(message !== null))
    if (!message) this.input.removeAttribute('aria-describedby')
    else this.input.setAttribute('aria-describedby', this.alert.id)
  }

  clear(): void {
    this.input.value = ''
    this.flawShown = null
    this.say(null)
    this.onEdit(this)
  }

  private typed(event: InputEvent): void {
    const { input } = this
    const deleting = event.inputType?.startsWith('delete') ?? false
    const caret = input.selectionStart ?? input.value.length
    const atEnd = caret === input.value.length
    const before = input.value.slice(0, caret).replace(/\D/g, '').length
    const formatted = this.rules.format(input.value, deleting && atEnd)
    if (formatted !== input.value) {
      input.value = formatted
      const at = atEnd ? formatted.length : placeAfter(formatted, before)
      input.setSelectionRange(at, at)
    }
    this.flawShown = null
    this.say(null)
    // What can only get better by going back is said at once; what may merely be unfinished waits
    // for the blur.
    if (this.flaw?.startsWith('invalid')) this.validate()
    this.onEdit(this)
    if (!deleting && atEnd && this.flaw === null && event.inputType)
      input.dispatchEvent(new CustomEvent('filled', { bubbles: true }))
  }
}

/** The position behind the given number of digits. */
function placeAfter(text: string, count: number): number {
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === count) return index
    if (/\d/.test(text[index] ?? '')) seen += 1
  }
  return text.length
}
