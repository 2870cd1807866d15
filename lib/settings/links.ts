import type { Site } from './site'

/** A chat link to this number, or to somebody whom the visitor chooses, with `text` prefilled. */
export const whatsappLink = ({ whatsapp = '' }: { whatsapp?: string }, text: string): string =>
  `https://wa.me/${whatsapp}?text=${encodeURIComponent(text)}`

/** Opens Waze, which most drivers here use, with the way to this place. */
export const wazeLink = ({ latitude, longitude }: Site['geo']): string =>
  `https://waze.com/ul?ll=${latitude},${longitude}&navigate=yes`

/** Of "+44 (0)20 …" the zero is for calls within the country. */
export const phoneHref = ({ phone }: Pick<Site, 'phone'>): string =>
  `tel:${phone.replace(/^(\+.*)\(0\)/, '$1').replace(/[^+\d]/g, '')}`

/**
 * What would end the address is encoded, because "a?bcc=b@c.com" is a valid address and must not
 * become a second recipient; the rest is not, because the plain-text mails show it.
 */
export const mailtoHref = (
  email: string,
  { subject, body }: { subject?: string; body?: string } = {},
): string => {
  const query = Object.entries({ subject, body }).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${encodeURIComponent(text)}`],
  )
  const address = email.replace(/[%?&#,;\s]/g, encodeURIComponent)
  return `mailto:${address}${query.length > 0 ? `?${query.join('&')}` : ''}`
}
