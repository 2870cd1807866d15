import type { CSSProperties } from 'react'

// The site's colours as hex: mail clients support neither OKLCH nor custom properties. Only the
// header and the ticket are dark; the body is light, or dark where the reader's client is.
export const COLOUR = {
  ground: '#0f0b09',
  raised: '#1f1b18',
  onDark: '#f5f1ea',
  onDarkMuted: '#afaaa4',
  tungsten: '#fab549',
  red: '#f84c45',
  green: '#56d57b',
  paper: '#f3eee7',
  card: '#ffffff',
  ink: '#201a16',
  muted: '#665c53',
  line: '#e5ddd3',
  link: '#8a4b00',
} as const

export const FONT =
  "'Instrument Sans Variable', 'Instrument Sans', 'Segoe UI', -apple-system, BlinkMacSystemFont, " +
  "Roboto, 'Helvetica Neue', Arial, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"

export const GUTTER = '24px'

export const bodyText: CSSProperties = {
  margin: '0 0 12px',
  fontSize: '16px',
  lineHeight: '26px',
  color: COLOUR.ink,
}
export const smallText: CSSProperties = {
  margin: '0 0 4px',
  fontSize: '13px',
  lineHeight: '20px',
  color: COLOUR.muted,
}
export const link: CSSProperties = { color: COLOUR.link, textDecoration: 'underline' }

/**
 * The body in a dark client. Outlook rewrites colours by itself and marks what it changed with
 * data-ogsc (text) and data-ogsb (grounds); the others ask the media query.
 */
const GROUNDS = {
  'body>table>tbody>tr>td,.m-paper': `background-color:${COLOUR.ground} !important`,
  '.m-card': 'background-color:#1a1613 !important',
}
const LETTERS = {
  '.m-ink': `color:${COLOUR.onDark} !important`,
  '.m-muted': `color:${COLOUR.onDarkMuted} !important`,
  '.m-link': `color:${COLOUR.tungsten} !important`,
  '.m-line': 'border-color:#3a342f !important',
}
const rules = (of: Record<string, string>, within = '') =>
  Object.entries(of)
    .map(([names, rule]) => {
      const all = names.split(',').map((name) => within + name)
      return `${all.join()}{${rule}}`
    })
    .join('')
export const DARK_STYLE =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  `@media (prefers-color-scheme:dark){${rules({ ...GROUNDS, ...LETTERS })}}` +
  rules(LETTERS, '[data-ogsc] ') +
  rules(GROUNDS, '[data-ogsb] ')
