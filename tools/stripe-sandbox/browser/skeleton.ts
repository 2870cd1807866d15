import type { Appearance } from './shapes'

const ROWS = [44, 44, 44]

/**
 * Grey rows in the form's place until it is ready. Styled through the object model: pages forbid
 * inline styles.
 */
export class Skeleton {
  private readonly root = document.createElement('div')

  constructor(holder: HTMLElement, appearance: Appearance) {
    const { colorText, borderRadius } = appearance.variables ?? {}
    this.root.setAttribute('aria-hidden', 'true')
    Object.assign(this.root.style, {
      display: 'grid',
      gap: '12px',
      color: colorText ?? (appearance.theme === 'night' ? '#fff' : '#30313d'),
    })
    for (const height of ROWS) {
      const row = document.createElement('div')
      Object.assign(row.style, {
        height: `${height}px`,
        borderRadius: borderRadius ?? '5px',
        background: 'currentColor',
        opacity: '0.1',
      })
      this.root.append(row)
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
        row.animate({ opacity: [0.06, 0.14, 0.06] }, { duration: 1600, iterations: Infinity })
      }
    }
    holder.append(this.root)
  }

  remove(): void {
    this.root.remove()
  }
}
