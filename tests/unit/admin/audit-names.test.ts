import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bookingFilter } from '@/lib/admin/bookings/schema'
import { blockBody } from '@/lib/admin/calendar/schema'
import { serviceBody, stripeBody } from '@/lib/catalog/schema'
import { portfolioBody, portfolioPatch, postBody, postPatch } from '@/lib/content/schema'
import { Prisma } from '@/lib/generated/prisma/client'
import { SETTINGS } from '@/lib/settings/schema'
import en from '@/messages/en.json'

const { entities, actions, fields } = en.admin.audit

/** Every call of recordChange, from its name to its closing line. */
const calls = readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
  .flatMap(
    (file) =>
      readFileSync(join('lib', file), 'utf8').match(/recordChange\([^;]{0,600}?\n {2,8}\}\)/g) ??
      [],
  )
const literals = (name: string) =>
  calls.flatMap((call) =>
    [...call.matchAll(new RegExp(`\\b${name}: '([a-z_]+)'`, 'g'))].map((found) => found[1]),
  )

test('the calls are found', () => {
  expect(calls.length).toBeGreaterThan(15)
  expect(literals('action')).toContain('unblock')
})

test('everything that is written into the log has a word for its kind and its action', () => {
  expect(literals('entity').filter((key) => !(String(key) in entities))).toEqual([])
  expect(literals('action').filter((key) => !(String(key) in actions))).toEqual([])
})

const shapes = {
  service: serviceBody.shape,
  'Stripe’s identifiers': stripeBody.shape,
  'a new work': portfolioBody.shape,
  work: portfolioPatch.shape,
  'a new post': postBody.shape,
  post: postPatch.shape,
  'the filter of an export': bookingFilter.shape,
  block: blockBody.shape,
  ...Object.fromEntries(Object.entries(SETTINGS).map(([key, { initial }]) => [key, initial])),
  'a service that was removed': Prisma.ServiceScalarFieldEnum,
  'a work that was removed': Prisma.PortfolioItemScalarFieldEnum,
  'a post that was removed': Prisma.BlogPostScalarFieldEnum,
  'a holiday that was removed': Prisma.HolidayScalarFieldEnum,
}
// What a call leaves out of what it records.
const LEFT_OUT = ['version', 'search']

test.each(Object.entries(shapes))('each field of %s has a word', (_, shape) => {
  const names = Object.keys(shape).filter((name) => !LEFT_OUT.includes(name))
  expect(names).not.toEqual([])
  expect(names.filter((name) => !(name in fields))).toEqual([])
})

test('each table of a person’s data has a word', () => {
  const tables = readFileSync('lib/people/traces.ts', 'utf8').matchAll(/trace\(\s*'([a-z_]+)'/g)
  const names = [...tables].map(([, name]) => String(name))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !(name in fields))).toEqual([])
})
