// Posts as they are served, and what an unknown address gets.
import { expect } from '@/tests/support/e2e'
import { test } from '@/tests/support/http'
import { inLanguage, LANGUAGES, wordsOf } from '@/tests/support/words'

const POST = '/blog/lighting-a-video-podcast'

test('posts are prerendered, and an address without one is a 404 in its language', async ({
  request,
}) => {
  for (const language of LANGUAGES) {
    const found = await request.get(inLanguage(language, POST))
    expect([found.status(), found.headers()['cache-control']]).toEqual([
      200,
      expect.not.stringMatching(/no-store|private/),
    ])
    expect(found.headers()['set-cookie']).toBeUndefined()
    const shouted = await request.get(inLanguage(language, POST.toUpperCase()))
    expect([shouted.status(), new URL(shouted.url()).pathname]).toEqual([
      200,
      inLanguage(language, POST),
    ])
    for (const slug of ['nothing-here', 'LIGHTING', '-', 'a%2Fb']) {
      const answer = await request.get(inLanguage(language, `/blog/${slug}`))
      expect([language, slug, answer.status()]).toEqual([language, slug, 404])
      // In the HTML itself, for those without a script.
      expect((await answer.text()).replace(/<script.*?<\/script>/gs, '')).toContain(
        wordsOf(language).pages.notFound.title,
      )
    }
    const feed = await request.get(inLanguage(language, '/blog/rss.xml'))
    expect([feed.status(), feed.headers()['content-type']]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
    ])
  }
})

test('a made-up post costs about as much as any other made-up address', async ({ request }) => {
  const took = async (path: string): Promise<number> => {
    const begun = performance.now()
    expect((await request.get(path)).status()).toBe(404)
    return performance.now() - begun
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0
  const posts: number[] = []
  const others: number[] = []
  await took('/blog/to-begin-with')
  await took('/to-begin-with')
  // In turns, so that whatever else the machine does slows both.
  for (let i = 0; i < 40; i++) {
    posts.push(await took(`/blog/made-up-${i}`))
    others.push(await took(`/made-up-${i}`))
  }
  // Rendered for each address it was ten times.
  expect(median(posts)).toBeLessThan(4 * median(others) + 2)
})
