// The owner's console as a new studio, on a usual day, on a full one, with the longest names, and
// without a network: one sheet for each place and state.
import type { BrowserContext, Page } from '@playwright/test'
import type { App } from '@/scripts/local/app'
import { addDays, studioDate, studioTime } from '@/lib/time'
import { expect, site, test as base } from '@/tests/support/e2e'
import { startOnOwnDatabase } from '@/tests/support/instances'
import { inLanguage, type Language } from '@/tests/support/verbs'
import { faultsOf, watchShifts } from './inspect'
import { writeSheet, type Shot } from './sheet'

const LANGUAGES: Language[] = ['en', 'ms', 'zh']
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
/** 53 letters, as on a Malaysian identity card. */
const LONGEST = 'Wan Nur Aisyah Humaira binti Wan Ahmad Faizal Abdulla'
const NAMES = [
  'Aina Rahman',
  'Wei Ming Lim',
  '伟明 陈',
  'Siti Khadijah',
  'Farid a/l Muthu',
  'Zoë O’Brien',
]

type Day = { sessions: number; messages: number; name: (nth: number) => string }
const DAYS = {
  empty: { sessions: 0, messages: 0, name: () => '' },
  usual: { sessions: 8, messages: 2, name: (nth) => NAMES[nth % NAMES.length] ?? '' },
  full: { sessions: 70, messages: 60, name: (nth) => `${NAMES[nth % NAMES.length]} ${nth}` },
  long: { sessions: 8, messages: 3, name: () => LONGEST },
} satisfies Record<string, Day>

const PLACES: Record<string, string> = {
  today: '/admin/today',
  calendar: '/admin/calendar',
  new: '/admin/bookings/new',
  booking: '/admin/bookings/1001',
  customers: '/admin/customers',
  customer: '/admin/customers/1',
  inbox: '/admin/inbox',
  thread: '/admin/inbox/1',
  dashboard: '/admin',
  services: '/admin/services',
  portfolio: '/admin/portfolio',
  contacts: '/admin/contacts',
  orders: '/admin/orders',
  receipts: '/admin/receipts',
  members: '/admin/members',
  attention: '/admin/attention',
  settings: '/admin/settings',
  closed: '/admin/settings/closed',
  audit: '/admin/audit',
  account: '/admin/account',
  blog: '/admin-blog',
}
/** Of a row that a new studio does not have. */
const OF_ROWS = ['booking', 'customer', 'thread']

type Shape = { width: number; height: number }
type House = App & { context: (viewport: Shape) => Promise<BrowserContext> }

const test = base.extend<object, { houses: (name: keyof typeof DAYS) => Promise<House> }>({
  houses: [
    async ({ browser }, use) => {
      const open = new Map<string, Promise<House>>()
      const start = async (day: Day): Promise<House> => {
        const app = await startOnOwnDatabase(async () => {})
        const first = await browser.newContext({ baseURL: app.url })
        const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = site()
        const signedIn = await first.request.post('/api/auth/sign-in', {
          data: { username, password },
        })
        expect(signedIn.ok()).toBe(true)
        await fill(first, day)
        const storageState = await first.storageState()
        const context = (viewport: Shape) =>
          browser.newContext({
            ...{ viewport, storageState, baseURL: app.url, reducedMotion: 'reduce' as const },
          })
        return { ...app, context }
      }
      await use((name) => {
        const house = open.get(name) ?? start(DAYS[name])
        open.set(name, house)
        return house
      })
      for (const house of open.values()) await (await house).stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

/** Sessions one after another from this hour on, and messages. */
async function fill({ request }: BrowserContext, { sessions, messages, name }: Day): Promise<void> {
  const now = new Date()
  const begin = Number(studioTime(now).slice(0, 2))
  const despite = ['past', 'closed', 'outside_hours', 'blocked', 'turnaround']
  for (let nth = 0; nth < sessions; nth++) {
    const hours = begin + nth
    const [firstName = '', ...rest] = name(nth).split(' ')
    const answer = await request.post('/api/admin/bookings', {
      data: {
        ...{ serviceId: 1 + (nth % 3), firstName, lastName: rest.join(' '), duration: 'hourly' },
        ...{
          email: `guest${nth}@example.com`,
          phone: `+60 12-345 ${6000 + nth}`,
          hours: 1,
          roomId: null,
        },
        date: addDays(studioDate(now), Math.floor(hours / 24)),
        time: `${String(hours % 24).padStart(2, '0')}:00`,
        requirements: nth % 3 === 0 ? 'Two guests in person, one on video.' : null,
        paid: nth % 3 === 1 ? 'later' : nth % 3 === 2 ? 'link' : { method: 'cash' },
        despite,
      },
    })
    expect(answer.status(), await answer.text()).toBe(201)
  }
  for (let nth = 0; nth < messages; nth++) {
    const answer = await request.post('/api/contacts', {
      data: {
        ...{ name: name(nth), email: `guest${nth}@example.com`, phone: `+60 12-345 ${6000 + nth}` },
        ...{
          subject: 'technical',
          message: 'Can four people speak at once, and is there parking?',
        },
      },
    })
    expect(answer.status(), await answer.text()).toBe(201)
  }
}

async function sheetOf(
  name: string,
  house: House,
  open: (page: Page, language: Language) => Promise<void>,
): Promise<void> {
  const shots: Shot[] = []
  const faults: string[] = []
  for (const language of LANGUAGES)
    for (const viewport of WINDOWS) {
      const context = await house.context(viewport)
      const page = await context.newPage()
      const label = `${language} ${viewport.width}`
      try {
        await watchShifts(page)
        await open(page, language)
        await page.evaluate(() => document.fonts.ready)
        faults.push(...(await faultsOf(page)).map((fault) => `${label}: ${fault}`))
      } catch (error) {
        faults.push(`${label}: ${(error as Error).message}`)
      }
      shots.push({
        label,
        width: viewport.width,
        png: await page.screenshot({ animations: 'disabled' }),
      })
      await context.close()
    }
  await writeSheet(name, name, shots)
  expect(faults).toEqual([])
}

for (const state of Object.keys(DAYS) as (keyof typeof DAYS)[])
  for (const [place, path] of Object.entries(PLACES))
    if (state !== 'empty' || !OF_ROWS.includes(place))
      test(`console: ${place}, ${state}`, async ({ houses }) => {
        await sheetOf(`console-${place}-${state}`, await houses(state), async (page, language) => {
          await page.goto(inLanguage(language, path))
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await page.waitForLoadState('networkidle')
        })
      })

test.describe('without a network', () => {
  for (const [place, path] of Object.entries(PLACES))
    test(`console: ${place}, offline`, async ({ houses }) => {
      await sheetOf(`console-${place}-offline`, await houses('usual'), async (page, language) => {
        await page.goto(inLanguage(language, path))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await page.context().setOffline(true)
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        const act = page.locator(
          'main button:enabled:not([aria-haspopup], [aria-expanded], [popovertarget])',
        )
        if ((await act.count()) > 0) await act.first().click()
        await page.waitForTimeout(1_500)
      })
    })
})
