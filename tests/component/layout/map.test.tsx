import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { FooterMap } from '@/components/layout/footer'
import { StudioMap, walkingMinutes } from '@/components/layout/map'
import { placeOnDrawing } from '@/components/layout/place'
import { ProvideSite } from '@/components/layout/site-context'
import { DEFAULT_SITE, type Site } from '@/lib/settings/site'
import en from '@/messages/en.json'
import { kept } from '../booking/support'

test('nothing of the map is there before it is asked for; then it shows the studio and has the focus', async () => {
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <ProvideSite value={DEFAULT_SITE}>
        <StudioMap />
      </ProvideSite>
    </NextIntlClientProvider>,
  )
  expect(document.querySelector('iframe')).toBeNull()
  expect(screen.getByRole('img', { name: /streets around Bintang Studio/ })).toHaveAttribute(
    'src',
    '/pictures/streets.svg',
  )
  expect(screen.getByText(/IP address/)).toBeInTheDocument()
  const show = screen.getByRole('link', { name: 'Show map' })
  // Where a click before hydration leads, and one that opens another tab.
  const { latitude, longitude } = DEFAULT_SITE.geo
  expect(show).toHaveAttribute(
    'href',
    expect.stringContaining(`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}`),
  )
  // jsdom opens no tabs.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  fireEvent.click(show, { ctrlKey: true })
  expect(document.querySelector('iframe')).toBeNull()
  await userEvent.click(show)
  const frame = screen.getByTitle('Bintang Studio on the map')
  const source = new URL(frame.getAttribute('src') ?? '')
  expect(source.origin).toBe('https://www.openstreetmap.org')
  expect(source.searchParams.get('marker')).toBe(
    `${DEFAULT_SITE.geo.latitude},${DEFAULT_SITE.geo.longitude}`,
  )
  const [west = 0, south = 0, east = 0, north = 0] = (source.searchParams.get('bbox') ?? '')
    .split(',')
    .map(Number)
  expect(
    DEFAULT_SITE.geo.longitude > west &&
      DEFAULT_SITE.geo.longitude < east &&
      DEFAULT_SITE.geo.latitude > south &&
      DEFAULT_SITE.geo.latitude < north,
  ).toBe(true)
  expect(frame).toHaveFocus()
})

describe('the map of the footer', () => {
  const open = (geo: Site['geo']) =>
    render(
      <NextIntlClientProvider locale="en" messages={en}>
        <FooterMap studio={{ name: 'Bintang Studio', geo }} />
      </NextIntlClientProvider>,
    )

  test('is the drawing, which opens the live one in a new tab, and frames nothing', () => {
    open(DEFAULT_SITE.geo)
    const link = screen.getByRole('link', { name: /streets around Bintang Studio.*new tab/ })
    expect(link).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/www\.openstreetmap\.org\/\?mlat=/),
    )
    expect(link).toHaveAttribute('target', '_blank')
    expect(screen.getByRole('img')).toHaveAttribute('src', '/pictures/streets.svg')
    expect(screen.getByRole('img')).toHaveAttribute('loading', 'lazy')
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('is not there where the studio has moved off the drawing', () => {
    open({ latitude: 3.2, longitude: 101.7 })
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('the drawn map', () => {
  const { geo } = DEFAULT_SITE
  const near = (latitude: number, longitude: number) =>
    placeOnDrawing({ latitude: geo.latitude + latitude, longitude: geo.longitude + longitude })

  test('has the studio in its middle, north up and east right, in metres', () => {
    expect(near(0, 0)).toEqual({ east: 0, south: -0 })
    const north = near(0.001, 0)
    expect([north?.east, Math.round(north?.south ?? 0)]).toEqual([0, -111])
    const east = near(0, 0.001)
    expect([Math.round(east?.east ?? 0), east?.south]).toEqual([111, -0])
  })

  test('the minutes on foot follow from the place of the studio', () => {
    const station = { east: -66, south: -4 }
    expect(walkingMinutes({ east: 0, south: 0 }, station)).toBe(5)
    expect(walkingMinutes({ east: 150, south: 100 }, station)).toBe(8)
  })

  test.each([
    [0.002, 0],
    [-0.002, 0],
    [0, 0.0025],
    [0, -0.0025],
    [40, 2],
  ])('is not shown for a place that is not on it (%d, %d)', (latitude, longitude) => {
    expect(near(latitude, longitude)).toBeNull()
    const moved = {
      ...DEFAULT_SITE,
      geo: { latitude: geo.latitude + latitude, longitude: geo.longitude + longitude },
    }
    render(
      <NextIntlClientProvider locale="en" messages={en}>
        <ProvideSite value={moved}>
          <StudioMap />
        </ProvideSite>
      </NextIntlClientProvider>,
    )
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByRole('link', { name: 'Show map' })).toBeInTheDocument()
  })
})

// Seen in pages that a single-page router keeps: they take the focus whenever they are shown.
test('real life: a page seen again leaves the focus where it is', async () => {
  const { page, leave, comeBack } = kept(
    <NextIntlClientProvider locale="en" messages={en}>
      <ProvideSite value={DEFAULT_SITE}>
        <StudioMap />
      </ProvideSite>
    </NextIntlClientProvider>,
  )
  render(page)
  await userEvent.click(screen.getByRole('link', { name: 'Show map' }))
  expect(screen.getByTitle('Bintang Studio on the map')).toHaveFocus()
  act(() => (document.activeElement as HTMLElement).blur())
  await leave()
  await comeBack()
  expect(screen.getByTitle('Bintang Studio on the map')).not.toHaveFocus()
})
