/**
 * The colour the form stands on, when it is one plain opaque colour; null for pictures, gradients
 * and glass. Computed values write transparency as `rgba(…)` or behind a slash.
 */
export function surfaceOf(holder: HTMLElement): string | null {
  for (let at: HTMLElement | null = holder; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at)
    if (backgroundImage !== 'none') return null
    if (backgroundColor === 'rgba(0, 0, 0, 0)' || backgroundColor === 'transparent') continue
    return /rgba|\//.test(backgroundColor) ? null : backgroundColor
  }
  return null
}
