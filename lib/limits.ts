/** How many characters the fields of public forms may have. */
export const LIMITS = {
  firstName: 80,
  lastName: 80,
  name: 100,
  email: 254,
  phone: 30,
  requirements: 2000,
  footageLinks: 3000,
  message: 5000,
  topics: 500,
  contactCompany: 100,
  designation: 100,
  referralCode: 40,
  company: 150,
  companyRegistration: 40,
  companyTin: 20,
  companySst: 40,
  companyAddress: 300,
  companyPostcode: 10,
  companyCity: 60,
  companyCountry: 60,
  poNumber: 50,
  financeEmail: 254,
  search: 100,
  note: 2000,
  reply: 5000,
  quickReply: 1000,
  quote: 280,
  code: 40,
  discountReason: 120,
  refundReason: 200,
  rewardNote: 200,
  paymentReference: 120,
  bankName: 60,
  bankHolder: 120,
} as const

// What ends a line in word processors, slides and chats too.
const BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g

// What chats, PDFs and word processors put into a text, and nobody sees to remove: controls, marks of
// direction around names, byte order marks, code points that are no characters. Joiners stay: emoji and
// some scripts need them.
const UNSEEN =
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Noncharacter_Code_Point}\p{Cs}]/gu

/** A text as it is counted and stored: only what can be seen, line ends as one character, trimmed. */
export const tidied = (text: string): string => text.replace(BREAK, '\n').replace(UNSEEN, '').trim()

/** Counts as the database does, in code points: an emoji is one, and so is a line end. */
export const characterCount = (text: string): number => [...tidied(text)].length

/** The first `most` characters of a text, none of them cut in half. */
export const startOf = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join('')
