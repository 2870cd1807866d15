import type { Appearance, ElementsOptions } from './shapes'

/** Stripe's appearance variables that the form's style sheet knows, as custom properties. */
const VARIABLES = [
  'colorPrimary',
  'colorBackground',
  'colorText',
  'colorDanger',
  'colorTextSecondary',
  'colorTextPlaceholder',
  'borderRadius',
  'fontFamily',
  'fontSizeBase',
  'fontSizeSm',
  'fontWeightNormal',
  'fontWeightMedium',
  'fontLineHeight',
  'spacingUnit',
  'gridRowSpacing',
  'gridColumnSpacing',
  'iconColor',
  'labelColorText',
  'labelFontSize',
  'labelFontWeight',
  'inputColorBorder',
  'inputFocusColorBorder',
]

/**
 * Applies theme and variables. Through the object model, so a policy against inline styles does not
 * matter.
 */
export function applyAppearance(appearance: Appearance): void {
  const root = document.documentElement
  root.dataset.theme = appearance.theme ?? 'stripe'
  for (const name of VARIABLES) {
    const property = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    const value = appearance.variables?.[name]
    if (value) root.style.setProperty(property, value)
    else root.style.removeProperty(property)
  }
}

/**
 * Fonts given as `{ family, src }`, loaded when a letter needs them; style-sheet sources would need
 * another origin and are left out.
 */
export function applyFonts(fonts: NonNullable<ElementsOptions['fonts']>): void {
  for (const { family, src, weight, style, unicodeRange } of fonts) {
    if (!family || !src) continue
    const face = new FontFace(family, src, {
      ...(weight ? { weight } : {}),
      ...(style ? { style } : {}),
      ...(unicodeRange ? { unicodeRange } : {}),
    })
    document.fonts.add(face)
  }
}
