import { EXTRA_METHODS, type SettingKey } from '@/lib/settings/schema'
import { VISIT_SENTENCES } from '@/lib/settings/visit'
import { PORTFOLIO_TYPES, WEEKDAYS } from '@/lib/studio'

/** The names of the fields of each setting that is one form, in the order of the page. */
export const FORM_FIELDS = {
  site: [
    'name',
    'legalName',
    'registration',
    'email',
    'phone',
    'whatsapp',
    'unit',
    'street',
    'city',
    'country',
    'levels',
    'investment',
    'latitude',
    'longitude',
    'directions',
    'video',
    'photos',
  ],
  visit: [...VISIT_SENTENCES, 'heightLimit'],
  office: [...WEEKDAYS, 'dueHour'],
  tax: ['kind', 'rate', 'label', 'registration'],
  einvoice: ['tin', 'msic', 'activity', 'limit', 'checkedOn'],
  lengths: ['severalHours'],
  hold: ['minutes'],
  methods: [...EXTRA_METHODS, 'wallets'],
  transfer: ['bank', 'holder', 'number', 'duitnow', 'askable', 'hours'],
  received: ['withoutProof'],
  marketing: ['tierBadges', 'standard', 'premium', 'editingStarts'],
  counters: PORTFOLIO_TYPES,
  notices: ['bookings', 'orders', 'changes', 'messages', 'summary'],
} as const satisfies Partial<Record<SettingKey, readonly string[]>>

/** The settings that are one form each. */
export type FormGroup = keyof typeof FORM_FIELDS
