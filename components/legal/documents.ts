/**
 * The legal documents: their sections under `legal.<name>.sections` in the dictionaries, in order,
 * and the day they last changed.
 */
export const DOCUMENTS = {
  terms: {
    path: '/terms',
    updated: '2026-11-24',
    sections: [
      'who',
      'services',
      'prices',
      'contract',
      'payment',
      'changes',
      'session',
      'content',
      'editing',
      'membership',
      'liability',
      'law',
      'versions',
    ],
  },
  privacy: {
    path: '/privacy',
    updated: '2026-11-23',
    sections: [
      'who',
      'what',
      'needed',
      'why',
      'others',
      'abroad',
      'cookies',
      'kept',
      'safe',
      'rights',
      'minors',
      'versions',
    ],
  },
  refund: {
    path: '/refund-policy',
    updated: '2026-11-21',
    sections: ['policy', 'moving', 'late', 'studio', 'editing', 'how', 'rights', 'contact'],
  },
} as const

export type DocumentName = keyof typeof DOCUMENTS
