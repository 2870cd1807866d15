// The studio's own facts (decision G5). Defaults until the owner edits them; placeholders are marked as such.

export const SITE = {
  name: 'Bintang Studio',
  legalName: 'Bintang Studio Sdn. Bhd.',
  registration: '202601000000 (placeholder)',
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
} as const

/** Tax on every price, the customer's figure (decision D2): settings key `tax` overrides it. */
export const DEFAULT_TAX = { basisPoints: 825, label: 'Tax' } as const

/** A chat link with `text` prefilled. */
export const whatsappLink = (text: string): string => `https://wa.me/${SITE.whatsapp}?text=${encodeURIComponent(text)}`
