import type { FromBank } from './protocol'
import { languageFor, TEXTS } from './texts'

// The bank's page: in the site's dialog it tells the opener, on its own it leads back to the shop.

const embedded = window.parent !== window
const language = languageFor(new URLSearchParams(location.search).get('locale') ?? 'auto')
const texts = TEXTS[language].page

function tell(message: FromBank): void {
  window.parent.postMessage(message, '*')
}

function translate(): void {
  document.documentElement.lang = language
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = texts[element.dataset.text as keyof typeof texts] ?? element.textContent
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-amount]')) {
    const format = new Intl.NumberFormat('en-MY', {
      style: 'currency',
      currency: element.dataset.currency ?? 'myr',
    })
    element.textContent = format.format(Number(element.dataset.amount) / 100)
  }
}

/** Only web addresses: a return address comes from outside. */
function leave(address: string | null): boolean {
  if (!address || !/^https?:\/\//.test(address)) return false
  location.assign(address)
  return true
}

function done(redirect: string | null): void {
  if (embedded) tell({ bank: 'answered' })
  else if (!leave(redirect)) say(texts.answered)
}

function say(message: string): void {
  const alert = document.querySelector<HTMLElement>('[role=alert]')
  if (!alert) return
  alert.hidden = false
  alert.textContent = message
}

async function answer(form: HTMLFormElement, outcome: string): Promise<void> {
  const body = new URLSearchParams({
    client_secret: String(new FormData(form).get('client_secret')),
    outcome,
    as: 'json',
  })
  const buttons = form.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  try {
    const response = await fetch(location.pathname, { method: 'POST', body })
    if (!response.ok) throw new Error(String(response.status))
    done(((await response.json()) as { redirect: string | null }).redirect)
  } catch {
    for (const button of buttons) button.disabled = false
    say(TEXTS[language].connection)
  }
}

translate()
if (embedded) {
  const page = document.querySelector('.page')
  // The site around the dialog has its own main part.
  page?.removeAttribute('role')
  if (page)
    new ResizeObserver(() =>
      tell({ bank: 'height', height: Math.ceil(page.getBoundingClientRect().height) }),
    ).observe(page)
  // The dialog around this frame does not hear keys pressed in here.
  document.addEventListener(
    'keydown',
    (event) => event.key === 'Escape' && tell({ bank: 'escape' }),
  )
}
const form = document.querySelector('form')
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void answer(form, (event.submitter as HTMLButtonElement | null)?.value ?? 'fail')
})
// Opened again after the answer: straight on to where the payer belongs.
if (!form) {
  const { back } = document.documentElement.dataset
  if (embedded) tell({ bank: 'answered' })
  else leave(back ?? null)
}
