import { METHOD_TYPES, type MethodType } from '../payments/methods'
import { CardForm } from './card-form'
import { make } from './dom'
import type { MethodForm } from './method-form'
import { RedirectForm } from './redirect-form'
import type { Texts } from './texts'

type Tab = { type: MethodType; button: HTMLButtonElement; panel: HTMLElement; form: MethodForm }

/**
 * The Payment Element's tabs, one for each payment method that the intent offers; the first is
 * open.
 */
export class PaymentForm {
  readonly root = make('div', { class: 'form' })
  private readonly sign = make('p', { class: 'sign' })
  private readonly list = make('div', { role: 'tablist', class: 'tabs' })
  private tabs: Tab[] = []
  private open = 0
  private texts: Texts | null = null

  constructor(private readonly onChange: () => void) {}

  /** Sets the payment methods, before anything is shown; unknown ones are left out. */
  offer(types: readonly string[]): void {
    this.tabs = METHOD_TYPES.filter((type) => types.includes(type)).map((type) => this.tabFor(type))
    this.list.replaceChildren(...this.tabs.map(({ button }) => button))
    const panels = this.tabs.map(({ panel }) => panel)
    this.root.replaceChildren(this.sign, this.list, make('div', { class: 'panels' }, ...panels))
    this.choose(0)
    if (this.texts) this.speak(this.texts)
  }

  private tabFor(type: MethodType): Tab {
    const form =
      type === 'card' ? new CardForm(this.onChange) : new RedirectForm(type, this.onChange)
    const button = make('button', {
      type: 'button',
      role: 'tab',
      id: `tab-${type}`,
      'aria-controls': `panel-${type}`,
    })
    const panel = make(
      'div',
      { role: 'tabpanel', id: `panel-${type}`, 'aria-labelledby': button.id },
      form.root,
    )
    button.addEventListener('click', () =>
      this.choose(this.tabs.findIndex((tab) => tab.button === button)),
    )
    button.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!step) return
      event.preventDefault()
      this.choose((this.open + step + this.tabs.length) % this.tabs.length)
      this.tabs[this.open]?.button.focus()
    })
    return { type, button, panel, form }
  }

  private choose(index: number): void {
    this.open = Math.max(0, index)
    for (const [at, { button, panel }] of this.tabs.entries()) {
      const isOpen = at === this.open
      button.setAttribute('aria-selected', String(isOpen))
      button.tabIndex = isOpen ? 0 : -1
      panel.hidden = !isOpen
    }
    this.onChange()
  }

  get types(): MethodType[] {
    return this.tabs.map(({ type }) => type)
  }

  /** The payment method whose tab is open. */
  get type(): string {
    return this.tabs[this.open]?.type ?? 'card'
  }

  get form(): MethodForm | undefined {
    return this.tabs[this.open]?.form
  }

  set locked(locked: boolean) {
    for (const { button, form } of this.tabs) {
      button.inert = locked
      form.locked = locked
    }
    this.root.setAttribute('aria-busy', String(locked))
  }

  set disabled(disabled: boolean) {
    for (const { form } of this.tabs) form.disabled = disabled
  }

  speak(texts: Texts): void {
    this.texts = texts
    this.sign.textContent = texts.sign
    this.list.setAttribute('aria-label', texts.methods)
    for (const { type, button, form } of this.tabs) {
      button.textContent = texts[type]
      form.speak(texts)
    }
  }
}
