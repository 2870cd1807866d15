import { render, screen, within } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { Work } from '@/components/home/work'
import { WorkCard } from '@/components/portfolio/card'
import { withScenes } from '@/components/portfolio/scene'
import type { PortfolioItem } from '@/lib/content/rules'
import en from '@/messages/en.json'

const item = (id: number, type: string, featured: boolean): PortfolioItem => ({
  id,
  title: `Show ${id}`,
  description: 'D',
  type,
  duration: '48 min',
  thumbnailUrl: null,
  videoUrl: id % 2 === 1 ? '/pictures/podcast-1.mp4' : null,
  soundUrl: null,
  soundPeaks: null,
  quote: null,
  quoteName: null,
  quoteShow: null,
  featured,
  createdAt: '',
  updatedAt: '',
  translations: {},
})
const ITEMS = [
  item(1, 'podcast', false),
  item(2, 'podcast', true),
  item(3, 'video', true),
  item(4, 'podcast', false),
  item(5, 'podcast', true),
]

const show = (children: React.ReactElement) =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      {children}
    </NextIntlClientProvider>,
  )
const scenesIn = (container: HTMLElement) =>
  [...container.querySelectorAll('img')].map(
    (image) => /pictures\/([a-z]+(?:-[a-z]+|-\d)?)-\d+/.exec(image.src)?.[1],
  )

test('a podcast that is only heard has the glyph, and one of the demo is said to be a sample', () => {
  const heard = { ...item(2, 'podcast', true), soundUrl: '/pictures/lorong-lama.mp3' }
  const home = show(<Work items={[heard, { ...heard, id: 4, soundUrl: '/api/uploads/a.mp3' }]} />)
  expect(home.container.querySelectorAll('.work-play')).toHaveLength(2)
  expect(home.getAllByText('Sample')).toHaveLength(1)
})

test('a work leads from the home page to its place in the portfolio, under the same picture', () => {
  const home = show(<Work items={ITEMS} />)
  const links = within(home.getByRole('list')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/portfolio#item-2',
    '/portfolio#item-3',
    '/portfolio#item-5',
  ])
  expect(home.container.querySelectorAll('.work-play')).toHaveLength(2)
  expect(home.getAllByText('Sample')).toHaveLength(2)
  const shown = scenesIn(home.container)
  home.unmount()
  const cards = show(
    <>
      {withScenes(ITEMS).map((entry) => (
        <WorkCard key={entry.item.id} {...entry} size="third" locale="en" />
      ))}
    </>,
  )
  expect(shown).toEqual(
    [2, 3, 5].map((id) => scenesIn(cards.container.querySelector(`#item-${id}`)!)[0]),
  )
  expect(shown).toEqual(['podcast-2', 'video-1', 'headphones'])
  expect(screen.getAllByText('Sample')).toHaveLength(3)
})
