import { PORTFOLIO_OFFSETS } from '@/lib/studio'
import fc from 'fast-check'
import {
  datedAt,
  languagesOf,
  latestUpdates,
  localizedContent,
  localizedItem,
  localizedPost,
  neighbours,
  pictureUrl,
  portfolioCounts,
  readingMinutes,
  videoOf,
} from '@/lib/content/rules'

const post = {
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Text',
  tags: 'one, two ,',
  translations: {},
}
const ms = { title: 'Tajuk', excerpt: 'Petikan' }

describe('words in the visitor’s language', () => {
  test('English is the row itself, even if somebody stored an English translation', () => {
    const stored = {
      ...post,
      translations: { en: { title: 'X', excerpt: 'X', content: 'X' } } as never,
    }
    expect(localizedPost(stored, 'en')).toEqual({
      title: 'Title',
      excerpt: 'Excerpt',
      tags: ['one', 'two'],
      lang: 'en',
    })
    expect(localizedContent(stored, 'en')).toEqual({ content: 'Text', lang: 'en' })
  })

  test('a translation replaces title, excerpt and tags; the text stays English until it is translated too', () => {
    const translated = { ...post, translations: { ms: { ...ms, tags: 'satu、dua，tiga' } } }
    expect(localizedPost(translated, 'ms')).toEqual({
      ...ms,
      tags: ['satu', 'dua', 'tiga'],
      lang: 'ms',
    })
    expect(localizedContent(translated, 'ms')).toEqual({ content: 'Text', lang: 'en' })
    expect(
      localizedContent({ ...post, translations: { ms: { ...ms, content: 'Isi' } } }, 'ms'),
    ).toEqual({ content: 'Isi', lang: 'ms' })
    expect(localizedPost(translated, 'zh').lang).toBe('en')
  })

  test('half a translation is none: a title and its excerpt speak one language', () => {
    expect(
      localizedPost({ ...post, translations: { ms: { title: 'Tajuk', excerpt: '' } } }, 'ms'),
    ).toMatchObject({ title: 'Title', excerpt: 'Excerpt', lang: 'en' })
  })

  test('English tags do not stand under a translated title', () => {
    expect(localizedPost({ ...post, translations: { ms } }, 'ms').tags).toEqual([])
  })

  test('a post is written in English and in each language that has all of it', () => {
    const zh = { title: '标题', excerpt: '摘要', content: '正文' }
    expect(languagesOf(post)).toEqual(['en'])
    expect(languagesOf({ ...post, translations: { ms, zh } })).toEqual(['en', 'zh'])
    expect(languagesOf({ ...post, translations: { zh: { ...zh, title: '' } } })).toEqual(['en'])
  })

  // Seen in blogs: a tag is typed twice, and a list that is rendered by its tags shows one of another post.
  test('real life: a tag that is typed twice stands once', () => {
    expect(localizedPost({ ...post, tags: 'one, two,one ,  two' }, 'en').tags).toEqual([
      'one',
      'two',
    ])
  })

  test('real life: what is left empty in a translation is as in the row', () => {
    const item = {
      title: 'T',
      description: 'D',
      duration: '45 min',
      translations: { zh: { title: '标题', description: '说明', duration: '' } },
    }
    expect(localizedItem(item, 'zh').duration).toBe('45 min')
    expect(localizedItem({ ...item, duration: null }, 'zh').duration).toBeNull()
  })

  test('portfolio items likewise; the length falls back to the row’s', () => {
    const item = {
      title: 'T',
      description: 'D',
      duration: '45 min',
      translations: { zh: { title: '标题', description: '说明' } },
    }
    expect(localizedItem(item, 'zh')).toEqual({
      title: '标题',
      description: '说明',
      duration: '45 min',
      lang: 'zh',
    })
    expect(localizedItem(item, 'ms')).toEqual({
      title: 'T',
      description: 'D',
      duration: '45 min',
      lang: 'en',
    })
  })
})

describe('reading time', () => {
  test('it is never below a minute, and never shorter for a longer text', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), (words, more) => {
        const short = readingMinutes('word '.repeat(words))
        expect(short).toBeGreaterThanOrEqual(1)
        expect(readingMinutes('word '.repeat(words + more))).toBeGreaterThanOrEqual(short)
      }),
    )
  })
  test.each([
    ['', 1],
    ['word '.repeat(660), 3],
    ['字'.repeat(1200), 3],
    ['字'.repeat(400) + ' word'.repeat(220), 2],
  ])('it is right for example %#', (text, minutes) => expect(readingMinutes(text)).toBe(minutes))
})

describe('which posts stand where', () => {
  const posts = ['a', 'b', 'c', 'd', 'e'].map((slug) => ({
    slug,
    featured: slug === 'b' || slug === 'd',
  }))
  const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug).join('')

  test('the first featured one, and up to three that are not featured', () => {
    expect(latestUpdates(posts).featured?.slug).toBe('b')
    expect(slugs(latestUpdates(posts).others)).toBe('ace')
    expect(slugs(latestUpdates([...posts, { slug: 'f', featured: false }]).others)).toBe('ace')
    expect(latestUpdates([])).toEqual({ featured: null, others: [] })
    expect(latestUpdates([{ featured: false }]).featured).toBeNull()
  })

  test('previous is the older one, next the newer one, null at the ends and for a stranger', () => {
    expect(neighbours(posts, 'b')).toMatchObject({ previous: { slug: 'c' }, next: { slug: 'a' } })
    expect(neighbours(posts, 'a')).toMatchObject({ previous: { slug: 'b' }, next: null })
    expect(neighbours(posts, 'e')).toMatchObject({ previous: null, next: { slug: 'd' } })
    expect(neighbours(posts, 'x')).toEqual({ previous: null, next: null })
  })

  test('a post is dated by its publication, else by its creation', () => {
    expect(
      datedAt({ publishedAt: '2026-01-02T00:00:00.000Z', createdAt: '2026-01-01T00:00:00.000Z' }),
    ).toBe('2026-01-02T00:00:00.000Z')
    expect(datedAt({ publishedAt: null, createdAt: '2026-01-01T00:00:00.000Z' })).toBe(
      '2026-01-01T00:00:00.000Z',
    )
  })
})

test('counters are the live counts plus 120, 85 and 200', () => {
  expect(portfolioCounts([])).toEqual({ podcast: 120, video: 85, livestream: 200 })
  expect(
    portfolioCounts([
      { type: 'video' },
      { type: 'video' },
      { type: 'podcast' },
      { type: 'unknown' },
    ]),
  ).toEqual({ podcast: 121, video: 87, livestream: 200 })
  expect(PORTFOLIO_OFFSETS.podcast).toBe(120)
})

describe('videos', () => {
  const player = {
    kind: 'frame',
    src: 'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&rel=0',
    host: 'YouTube',
  }
  test.each([
    'https://www.youtube.com/watch?v=abcdefghijk&t=12',
    'https://youtu.be/abcdefghijk?si=x',
    'https://m.youtube.com/shorts/abcdefghijk',
    'https://www.youtube.com/live/abcdefghijk',
    'https://www.youtube-nocookie.com/embed/abcdefghijk',
    'https://music.youtube.com/watch?v=abcdefghijk',
    'https://www.youtube.com/watch/abcdefghijk',
    'https://www.youtube.com/v/abcdefghijk/',
  ])('%s plays in the player without cookies', (url) => expect(videoOf(url)).toEqual(player))

  test.each([
    [
      'https://vimeo.com/123456',
      {
        kind: 'frame',
        src: 'https://player.vimeo.com/video/123456?autoplay=1&dnt=1',
        host: 'Vimeo',
      },
    ],
    ['https://cdn.example.com/show.mp4', { kind: 'file', src: 'https://cdn.example.com/show.mp4' }],
    ['/uploads/show.webm', { kind: 'file', src: '/uploads/show.webm' }],
    [
      'http://localhost:3000/uploads/show.mp4',
      { kind: 'file', src: 'http://localhost:3000/uploads/show.mp4' },
    ],
    ['https://www.youtube.com/@channel', { kind: 'link', src: 'https://www.youtube.com/@channel' }],
    [
      'https://youtube.com.evil.example/watch?v=abcdefghijk',
      { kind: 'link', src: 'https://youtube.com.evil.example/watch?v=abcdefghijk' },
    ],
  ])('%s is %j', (url, video) => expect(videoOf(url)).toEqual(video))

  test.each([
    ['https://vimeo.com/channels/staffpicks/123456', '123456?'],
    ['https://vimeo.com/groups/1234/videos/123456', '123456?'],
    ['https://player.vimeo.com/video/123456', '123456?'],
    ['https://vimeo.com/showcase/987/video/123456', '123456?'],
    ['https://vimeo.com/manage/videos/123456', '123456?'],
    // Those that are not listed play with their second part only.
    ['https://vimeo.com/123456/de9b6aaf88?share=copy', '123456?h=de9b6aaf88&'],
    ['https://vimeo.com/123456/0000000000', '123456?h=0000000000&'],
    ['https://player.vimeo.com/video/123456?h=de9b6aaf88&badge=0', '123456?h=de9b6aaf88&'],
  ])('%s is the video %s', (url, video) =>
    expect(videoOf(url)).toEqual({
      kind: 'frame',
      src: `https://player.vimeo.com/video/${video}autoplay=1&dnt=1`,
      host: 'Vimeo',
    }),
  )

  // Seen in players that take the last part of any address: another video, or none at all.
  test.each([
    'https://vimeo.com/showcase/123456',
    'https://vimeo.com/event/123456',
    'https://vimeo.com/user123456',
    'https://www.youtube.com/user/abcdefghijk',
    'https://www.youtube.com/c/abcdefghijk',
    'https://www.youtube.com/abcdefghijk',
    'https://www.youtube.com/playlist?list=abcdefghijk',
    'https://www.youtube.com/embed/videoseries?list=abcdefghijk',
    'https://www.youtube.com/embed/live_stream?channel=abcdefghijk',
    'https://youtu.be/',
  ])('real life: %s is no video', (url) => expect(videoOf(url)).toEqual({ kind: 'link', src: url }))

  test.each([
    null,
    '',
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'http://example.com/a.mp4',
    'not an address',
    'ftp://example.com/a.mp4',
  ])('%s is never played nor linked to', (url) =>
    expect([videoOf(url), pictureUrl(url)]).toEqual([null, null]),
  )

  test('a thumbnail may lie on this site or on https; //host is another host, not a path', () => {
    expect(pictureUrl('/uploads/a.jpg')).toBe('/uploads/a.jpg')
    expect(pictureUrl('https://example.com/a.jpg')).toBe('https://example.com/a.jpg')
    expect(pictureUrl('//example.com/a.jpg')).toBe('https://example.com/a.jpg')
  })
})
