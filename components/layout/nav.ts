/** The header's links in order; `key` is under the namespace `nav`. */
export const NAV = [
  { key: 'services', path: '/services' },
  { key: 'portfolio', path: '/portfolio' },
  { key: 'membership', path: '/membership' },
  { key: 'tracker', path: '/recording-tracker' },
  { key: 'bookNow', path: '/booking' },
  { key: 'contact', path: '/contact' },
] as const
