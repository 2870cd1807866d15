/** Brand, legal entity, location, contact details (docs/decisions/020 G5). */
export type Site = {
  /** The brand: in titles, mails, calendar entries and link previews. */
  name: string
  legalName: string
  registration: string
  email: string
  /** As shown, beginning with "+"; `phoneHref` makes the link. */
  phone: string
  /** Digits only, with the country code, as wa.me requires. */
  whatsapp: string
  address: { unit: string; street: string; city: string; country: string }
  parking: { levels: string }
  /** Degrees. */
  geo: { latitude: number; longitude: number }
  directions: string
  /** A channel is empty where the studio has none. */
  video: string
  photos: string
  /** The equipment, as advertised. */
  investment: string
}

/** The name in the drawn wordmark. */
export const DRAWN_NAME = 'Bintang Studio'

/** No company number: an invented one would be in mails and legal texts. */
export const DEFAULT_SITE: Site = {
  name: DRAWN_NAME,
  legalName: 'Bintang Studio Sdn. Bhd.',
  registration: '',
  email: 'hello@studio.example',
  phone: '+60 3-0000 0000',
  whatsapp: '60300000000',
  address: {
    unit: 'Level 8, Menara Bintang',
    street: 'Jalan Bukit Bintang',
    city: '55100 Kuala Lumpur',
    country: 'Malaysia',
  },
  parking: { levels: 'B1–B3' },
  geo: { latitude: 3.1466, longitude: 101.7113 },
  directions: 'https://www.google.com/maps/dir/?api=1&destination=3.1466,101.7113',
  video: 'https://www.youtube.com/@bintangstudio',
  photos: 'https://www.instagram.com/bintangstudio',
  investment: 'RM200,000+',
}

/** The address in one line, without the country. */
export const addressLine = ({ address: { unit, street, city } }: Pick<Site, 'address'>): string =>
  `${unit}, ${street}, ${city}`
