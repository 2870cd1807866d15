import { COMPANY_SIZES, EXPERIENCE, INDUSTRIES, SUBJECTS } from '@/lib/contacts/rules'
import { contactInput } from '@/lib/contacts/schema'
import en from '@/messages/en.json'

const good = { name: 'Aina', email: 'aina@example.com', subject: 'booking', message: 'Hello' }
const faults = (changes: object) => {
  const result = contactInput.safeParse({ ...good, ...changes })
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)
}

test('the four required fields are enough; the rest is null', () => {
  expect(contactInput.parse(good)).toEqual({
    ...good,
    phone: null,
    company: null,
    industry: null,
    companySize: null,
    designation: null,
    experience: null,
    topics: null,
  })
})

test('what an untouched form sends is the same', () => {
  const untouched = {
    phone: '',
    company: '',
    industry: '',
    companySize: '',
    designation: '',
    experience: '',
    topics: '',
  }
  expect(contactInput.parse({ ...good, ...untouched })).toEqual(contactInput.parse(good))
})

test('an empty form names the four', () => {
  expect(faults({ name: ' ', email: '', subject: '', message: '\n' })).toEqual([
    'name: required',
    'email: required',
    'subject: required',
    'message: required',
  ])
})

test.each([
  ['subject', 'money', 'choice'],
  ['experience', '7', 'choice'],
  ['industry', 'x'.repeat(101), 'too_long'],
  ['companySize', 'x'.repeat(101), 'too_long'],
  ['message', 'x'.repeat(5001), 'too_long'],
  ['message', 'x'.repeat(10_000), 'too_long'],
  ['name', 'Aina\r\nBcc: all@example.com', 'control'],
  ['email', 'aina@example.com\nBcc: all@example.com', 'control'],
  ['email', 'aina@example', 'email'],
  ['phone', 'call me', 'phone'],
])('%s %j is read as: %s', (field, value, fault) =>
  expect(faults({ [field]: value })).toContain(`${field}: ${fault}`),
)

test('lines in the message, any short industry and HTML are kept as they are', () => {
  const message = 'One\nTwo <script>alert(1)</script>'
  expect(contactInput.parse({ ...good, message, industry: 'Beekeeping' })).toMatchObject({
    message,
    industry: 'Beekeeping',
  })
})

test('labels and choices are those of docs/decisions/020 G6', () => {
  const { labels, send, missing, sent, failed, sending } = en.contact.form
  expect(Object.values(labels).sort()).toEqual([
    'Company Size',
    'Company/Organization',
    'Designation',
    'Email Address',
    'Full Name',
    'Industry',
    'Message',
    'Phone Number',
    'Podcasting Experience',
    'Subject',
    'Topics of Interest',
  ])
  expect([send, sending]).toEqual(['Send Message', 'Sending...'])
  expect(missing).toEqual({ title: 'Missing Fields', text: 'Please fill in all required fields' })
  expect(sent).toEqual({ title: 'Message Sent!', text: "We'll get back to you within 24 hours." })
  expect(failed).toEqual({ title: 'Error', text: 'Failed to send message' })
  expect([...SUBJECTS]).toEqual([
    'booking',
    'custom-package',
    'sponsorship',
    'technical',
    'partnership',
    'other',
  ])
  expect([...EXPERIENCE]).toEqual(['0-2', '3-5', '6-10', '11-15', '16+'])
})

test('every choice has its words, in the form and in the mail', () => {
  const { subject, industry, experience, companySize } = en.contact.form
  expect(Object.keys(subject)).toEqual([...SUBJECTS])
  expect(Object.keys(industry)).toEqual([...INDUSTRIES])
  expect(Object.keys(experience)).toEqual([...EXPERIENCE])
  expect(Object.keys(companySize).sort()).toEqual([...COMPANY_SIZES].sort())
  expect(Object.keys(en.mail.contact.subjects)).toEqual([...SUBJECTS])
  expect(Object.keys(en.mail.contact.industries)).toEqual([...INDUSTRIES])
})
