import type { Appearance, CustomFontSource, Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { ReadyConfig } from './use-purchase'

let loading: { key: string; stripe: Promise<Stripe> } | null = null

/**
 * The provider's browser library, loaded once. Rejects when it cannot be loaded; the next call
 * tries again.
 */
export function stripeFor({ publishableKey, scriptUrl }: ReadyConfig): Promise<Stripe> {
  if (loading?.key === publishableKey) return loading.stripe
  const stripe = load(publishableKey, scriptUrl)
  loading = { key: publishableKey, stripe }
  stripe.catch(() => (loading = null))
  return stripe
}

async function load(publishableKey: string, scriptUrl: string | null): Promise<Stripe> {
  // loadStripe uses an existing window.Stripe, and loads the script otherwise.
  if (scriptUrl && !window.Stripe) await addScript(scriptUrl)
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('The payment library needs a browser')
  return stripe
}

const addScript = (src: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('The payment library did not load'))
    }
    document.head.append(script)
  })

/**
 * A design token in a form that the card frame understands: the frame is another document and does
 * not support OKLCH.
 */
function token(name: string): string {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return ''
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`)
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}

const FAMILY = 'Instrument Sans'
const WEIGHTS = ['400', '500', '600']

/**
 * The files of the site's text font, for the provider's frame: another document, which asks for them
 * from its own origin. By each weight, because that is what the provider takes; one file has them
 * all.
 */
export function fonts(): CustomFontSource[] {
  const names = ['--font-instrument', '--font-instrument-accents']
    .map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))
    .map((list) => familyIn(list.split(',')[0] ?? ''))
  return [...document.styleSheets].flatMap(facesIn).flatMap((face) => {
    if (!names.includes(familyIn(face.style.getPropertyValue('font-family')))) return []
    const file = /url\("?([^")]+)"?\)/.exec(face.style.getPropertyValue('src'))?.[1]
    if (!file) return []
    const src = `url(${new URL(file, face.parentStyleSheet?.href ?? document.baseURI).href})`
    const unicodeRange = face.style.getPropertyValue('unicode-range')
    return WEIGHTS.map((weight) => ({
      ...{ family: FAMILY, src, weight },
      ...(unicodeRange && { unicodeRange }),
    }))
  })
}

const familyIn = (name: string) => name.trim().replace(/["']/g, '')

/** None of another origin's sheet, such as an extension's: it may not be read. */
function facesIn(sheet: CSSStyleSheet): CSSFontFaceRule[] {
  try {
    return [...sheet.cssRules].filter((rule): rule is CSSFontFaceRule =>
      rule.cssText.startsWith('@font-face'),
    )
  } catch {
    return []
  }
}

/** The appearance of the Payment Element in the site's design. */
export function appearance(): Appearance {
  const tungsten = token('tungsten')
  return {
    theme: 'night',
    variables: {
      colorPrimary: tungsten,
      colorBackground: token('ground'),
      colorText: token('fg'),
      colorTextSecondary: token('muted'),
      colorTextPlaceholder: token('faint'),
      colorDanger: token('onair-soft'),
      fontFamily:
        '"Instrument Sans", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
      fontSizeBase: '16px',
      borderRadius: '8px',
      spacingUnit: '4px',
      gridRowSpacing: '12px',
    },
    rules: {
      '.Input': { border: `1px solid ${token('edge')}`, boxShadow: 'none' },
      '.Input:focus': { border: `1px solid ${tungsten}`, boxShadow: `0 0 0 1px ${tungsten}` },
      '.Tab': {
        border: `1px solid ${token('line')}`,
        backgroundColor: token('raised'),
        boxShadow: 'none',
      },
      '.Tab--selected': { border: `1px solid ${tungsten}`, boxShadow: 'none' },
    },
  }
}
