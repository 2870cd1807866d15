import { toContactDto } from '@/lib/contacts/queries'

test('a message on the wire has the named fields only, whatever else its row holds', () => {
  const row = {
    id: 1,
    name: 'Aina',
    email: 'aina@example.com',
    phone: null,
    phoneE164: null,
    company: null,
    subject: 'other',
    message: 'Hello',
    industry: null,
    experience: null,
    companySize: null,
    designation: null,
    topics: null,
    createdAt: new Date('2026-12-01T02:00:00Z'),
    locale: 'ms',
    answeredAt: null,
    archivedAt: null,
    updatedAt: new Date('2026-12-01T02:00:00Z'),
  }
  const { archivedAt: _archived, updatedAt: _version, phoneE164: _value, ...shown } = row
  const { locale: _locale, answeredAt: _answered, ...wire } = shown
  expect(toContactDto({ ...row, note: 'of the owner' } as typeof row)).toEqual({
    ...wire,
    createdAt: '2026-12-01T02:00:00.000Z',
  })
})
