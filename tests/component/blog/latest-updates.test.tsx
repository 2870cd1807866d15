import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { LatestUpdates } from '@/components/blog/latest-updates'
import { STUDIO_AUTHOR, type PostSummary } from '@/lib/content/rules'
import en from '@/messages/en.json'

const post = (number: number, facts: Partial<PostSummary> = {}): PostSummary =>
  ({
    id: number,
    title: `Title ${number}`,
    slug: `post-${number}`,
    excerpt: `Excerpt ${number}`,
    author: STUDIO_AUTHOR,
    category: 'tips',
    tags: '',
    coverUrl: null,
    featured: false,
    status: 'published',
    publishedAt: `2026-10-0${number}T00:00:00.000Z`,
    createdAt: `2026-10-0${number}T00:00:00.000Z`,
    updatedAt: `2026-10-0${number}T00:00:00.000Z`,
    translations: {},
    minutes: { en: 3, ms: 3, zh: 3 },
    ...facts,
  }) as PostSummary

test('the highlighted post and up to three others show excerpt and author', () => {
  const posts = [
    post(1),
    post(2, { author: 'Siti Aminah' }),
    post(3),
    post(4),
    post(5, { featured: true }),
  ]
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <LatestUpdates locale="en" posts={posts} />
    </NextIntlClientProvider>,
  )
  // In the order that they are given in: the newest first.
  const shown = ['Excerpt 5', 'Excerpt 1', 'Excerpt 2', 'Excerpt 3']
  expect(screen.getAllByText(/^Excerpt/).map((node) => node.textContent)).toEqual(shown)
  expect(screen.getAllByText(/^By /).map((node) => node.textContent)).toEqual([
    `By ${en.blog.team}`,
    `By ${en.blog.team}`,
    'By Siti Aminah',
    `By ${en.blog.team}`,
  ])
})
