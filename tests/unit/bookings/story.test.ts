import sharp from 'sharp'
import { drawStory, STORY, STORY_FILES, storyTexts } from '@/app/api/manage/[token]/story/draw'
import { LOCALES, type Locale } from '@/lib/i18n/routing'

const DAY = [{ date: '2026-12-01', from: '14:00', to: '16:00' }]
const WEEK = ['2026-11-30', '2026-12-04'].map((date) => ({ date, from: '09:00', to: '21:00' }))
const visit = (days = DAY, service = 'Video Podcast Premium') => ({ service, days })
const drawn = (of: Partial<Parameters<typeof drawStory>[0]> = {}) =>
  drawStory({ id: 1001, locale: 'en', visit: visit(), name: 'Studio', host: 'studio.my', ...of })

test.each<[Locale, Partial<ReturnType<typeof storyTexts>>]>([
  ['en', { lead: 'I’m on air', weekday: 'Tuesday', date: '1 Dec' }],
  ['ms', { lead: 'Saya ke udara', weekday: 'Selasa', date: '1 Dis' }],
  ['zh', { lead: '我要开麦了', weekday: '星期二', date: '12月1日' }],
])('in %s it says the day as the language writes it', (locale, expected) => {
  expect(storyTexts({ locale, visit: visit(), host: 'studio.my' })).toMatchObject({
    ...expected,
    time: '14:00–16:00',
    service: 'Video Podcast Premium',
    foot: expect.stringContaining('studio.my') as unknown,
  })
})

test('a week says its first and its last day', () => {
  expect(storyTexts({ locale: 'en', visit: visit(WEEK), host: 'studio.my' })).toMatchObject({
    weekday: 'Monday – Friday',
    date: '30 Nov – 4 Dec',
    time: '09:00–21:00',
  })
})

test.each(LOCALES)('the picture in %s has the size of a story', async (locale) => {
  const image = await drawn({ locale, visit: visit(WEEK) })
  expect(await sharp(image).metadata()).toMatchObject({ format: 'png', ...STORY })
  expect(image.length).toBeLessThan(1_000_000)
})

test('a name in any script and of any length is drawn, and no other host is asked', async () => {
  const asked = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'))
  await drawn({ name: 'Nguyễn 🎙️ Studio '.repeat(8), visit: visit(DAY, '大華音樂'.repeat(30)) })
  expect(asked).not.toHaveBeenCalled()
})

test('each booking has a waveform of its own, and the same one each time', async () => {
  const [first, again, other] = await Promise.all([{}, {}, { id: 1002 }].map(drawn))
  expect(Buffer.from(first ?? []).equals(Buffer.from(again ?? []))).toBe(true)
  expect(Buffer.from(first ?? []).equals(Buffer.from(other ?? []))).toBe(false)
})

test('its files are deployed where only traced files are', async () => {
  const { default: config } = (await import('@/next.config.mjs')) as {
    default: (phase: string) => Promise<{ outputFileTracingIncludes: Record<string, string[]> }>
  }
  const { outputFileTracingIncludes: traced } = await config('phase-production-server')
  expect(traced['/api/manage/*/story']).toEqual(STORY_FILES.map((path) => `./public${path}`))
})
