import { LOCALES } from '@/lib/i18n/routing'
import type { ContactMessageFacts } from '@/lib/mail/schema'
import { renderMail } from '@/lib/mail/templates'
import { DEFAULT_SITE } from '@/lib/settings/site'

beforeAll(() => {
  process.env.SITE_URL = 'https://studio.example'
  process.env.DATABASE_URL = 'postgresql://unused'
})

const payload: ContactMessageFacts = {
  contactId: 7,
  name: 'Aina Rahman',
  email: 'aina@example.com',
  subject: 'custom-package',
  message: 'Six episodes.\nTwo guests each.',
  phone: '+60 12-345 6789',
  company: 'Kopi Sdn Bhd',
  industry: 'food-beverage',
  companySize: '11-50',
  designation: 'Producer',
  experience: '3-5',
  topics: 'Coffee\nFarms',
}
const render = (
  changes: Partial<ContactMessageFacts> = {},
  locale: (typeof LOCALES)[number] = 'en',
) =>
  renderMail({ kind: 'contact_message', payload: { ...payload, ...changes } }, locale, DEFAULT_SITE)

test.each(LOCALES)('in %s both bodies carry the message and all that was given', async (locale) => {
  const { subject, html, text, replyTo } = await render({}, locale)
  for (const fact of [
    'Aina Rahman',
    'aina@example.com',
    'Six episodes.',
    'Two guests each.',
    '+60 12-345 6789',
    'Kopi Sdn Bhd',
    '11-50',
    'Producer',
    '3-5',
    'Coffee',
    'Farms',
  ]) {
    expect(html).toContain(fact)
    expect(text).toContain(fact)
  }
  for (const words of [subject, html, text])
    expect(words).not.toMatch(/\bmail\.contact|food-beverage|\{[a-z]+\}/)
  expect(subject).toContain('Aina Rahman')
  expect(replyTo).toEqual({ name: 'Aina Rahman', address: 'aina@example.com' })
})

test('what was left out is left out, and an industry in words of one’s own stays', async () => {
  const { text } = await render({
    phone: null,
    company: null,
    companySize: null,
    designation: null,
    experience: null,
    topics: null,
    industry: 'Beekeeping',
  })
  expect(text).toContain('Beekeeping')
  expect(text).not.toMatch(/null|^(Company|Designation|Topics)/m)
})

test('HTML and header lines stay text, and an address cannot become two recipients', async () => {
  const nasty = '<img src=x onerror=alert(1)>\r\nBcc: everyone@evil.example'
  const { subject, html } = await render({
    name: nasty,
    message: nasty,
    topics: nasty,
    industry: nasty,
    email: 'a?bcc=b%40evil.example&x@example.com',
  })
  expect(html).not.toMatch(/<img src=x/)
  expect(html).toContain('&lt;img')
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).toContain('mailto:a%3Fbcc=b%2540evil.example%26x@example.com')
})

test('in plain text the address to answer is readable', async () => {
  const { text } = await render({ email: 'aina+studio@example.com' })
  expect(text).toContain('aina+studio@example.com')
  expect(text).not.toMatch(/%2B|%40/)
})
