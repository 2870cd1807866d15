import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { toInstant } from '@/lib/time'

type PostSeed = {
  /** Also the name of the text in posts/. */
  slug: string
  title: string
  excerpt: string
  category: 'podcast-tips' | 'content-creation' | 'studio-news' | 'industry-insights'
  tags: string
  published: string
  featured?: boolean
}

const POSTS: PostSeed[] = [
  {
    slug: 'microphone-technique-that-fixes-most-audio',
    title: 'Microphone technique that fixes most audio',
    excerpt: 'Distance, angle and level cost nothing to put right. The habits we teach in the first ten minutes of a session.',
    category: 'podcast-tips',
    tags: 'microphones, voice, recording',
    published: '2026-03-10',
  },
  {
    slug: 'lighting-a-video-podcast',
    title: 'Lighting a video podcast',
    excerpt: 'One large light, a gentle fill and a shutter that suits 50 Hz mains: how to make faces look their best on camera.',
    category: 'content-creation',
    tags: 'lighting, video, cameras',
    published: '2026-04-14',
  },
  {
    slug: 'recording-guests-who-are-somewhere-else',
    title: 'Recording guests who are somewhere else',
    excerpt: 'A guest in Kuching or London can sound as close as the person across the table, if nobody relies on the call for the sound.',
    category: 'podcast-tips',
    tags: 'remote recording, guests, interviews',
    published: '2026-05-19',
  },
  {
    slug: 'our-livestream-checklist',
    title: 'Our livestream checklist, now yours',
    excerpt: 'The printed sheet behind every stream from our desk, from two days before until the recordings are safe.',
    category: 'studio-news',
    tags: 'livestream, checklist, production',
    published: '2026-06-23',
  },
  {
    slug: 'bilingual-shows-that-keep-everyone-listening',
    title: 'Bilingual shows that keep everyone listening',
    excerpt: 'Malaysians change language in mid-sentence. Three formats that make it a strength, and one that never works.',
    category: 'industry-insights',
    tags: 'languages, audience, subtitles',
    published: '2026-07-28',
  },
  {
    slug: 'one-recording-ten-clips',
    title: 'One recording, ten clips',
    excerpt: 'Clips made as an afterthought eat a working day per episode. Planned for, they take an hour. How we plan for them.',
    category: 'content-creation',
    tags: 'clips, social media, editing',
    published: '2026-09-08',
  },
  {
    slug: 'what-a-podcast-season-really-costs',
    title: 'What a podcast season really costs',
    excerpt: 'Studio time, editing, and the line that nobody puts in the sheet: the arithmetic we go through with new clients.',
    category: 'industry-insights',
    tags: 'budget, planning, rates',
    published: '2026-10-13',
  },
  {
    slug: 'planning-your-first-episode-in-kuala-lumpur',
    title: 'Planning your first episode in Kuala Lumpur',
    excerpt: 'The first episode is usually recorded twice. A plan for your outline, your guest and the traffic, so that once is enough.',
    category: 'podcast-tips',
    tags: 'first episode, planning, Kuala Lumpur',
    published: '2026-11-10',
    featured: true,
  },
]

const FOLDER = resolve('prisma/seed-data/posts')

/** The blog's first posts as rows, oldest first, published at nine in the morning; their Markdown stands in posts/. */
export const blogPosts = () =>
  POSTS.map(({ published, ...post }) => ({
    ...post,
    content: readFileSync(resolve(FOLDER, `${post.slug}.md`), 'utf8').trim(),
    author: 'Studio Team',
    publishedAt: toInstant(published, '09:00'),
  }))
