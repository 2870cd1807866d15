import type { CSSProperties } from 'react'

// The site's colours as hex: mail clients support neither OKLCH nor custom properties. Only the
// header and the ticket are dark; the body is light, so that a client that forces its own colours
// does no harm.
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
