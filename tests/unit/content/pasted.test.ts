/** @jest-environment jsdom */
import { renderMarkdown } from '@/lib/content/markdown'
import type { Locale } from '@/lib/i18n/routing'
import { hasShownPictures, postBody } from '@/lib/content/schema'
import { marked } from '@/components/admin/blog/marks'

const html = (markdown: string) => renderMarkdown(markdown).trim()

// Seen in blogs with Markdown: its rules were written for languages with blanks between words.
describe('real life: Markdown of Chinese posts', () => {
  test.each([
    ['**真没想到，**她说', '<p><strong>真没想到，</strong>她说</p>'],
    ['他说**“好”**吗', '<p>他说<strong>“好”</strong>吗</p>'],
    ['这是*重点。*对', '<p>这是<em>重点。</em>对</p>'],
    ['**录音室（新）**开放', '<p><strong>录音室（新）</strong>开放</p>'],
    ['two **words** here', '<p>two <strong>words</strong> here</p>'],
    ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ])('%s', (markdown, shown) => expect(html(markdown)).toBe(shown))

  test('what the editor’s own button makes is shown as emphasis, whatever is around it', () => {
    const text = '他说：“真没想到，”然后走了'
    for (const mark of ['bold', 'italic'] as const)
      for (let from = 0; from < text.length; from++)
        for (let to = from + 1; to <= text.length; to++) {
          const { text: typed } = marked(mark, { text, from, to }, 'x')
          expect([typed, html(typed).includes('*')]).toEqual([typed, false])
        }
  })

  test.each([
    ['见https://example.com/a请看', 'https://example.com/a', '请看'],
    ['见 https://example.com/a，请看', 'https://example.com/a', '，请看'],
    ['https://example.com/a。', 'https://example.com/a', '。'],
    ['https://example.com/影片', 'https://example.com/%E5%BD%B1%E7%89%87', ''],
  ])('the link in %s ends where it ends', (markdown, href, after) => {
    const page = new DOMParser().parseFromString(html(markdown), 'text/html')
    const link = page.querySelector('a')
    expect(link?.getAttribute('href')).toBe(href)
    expect(link?.nextSibling?.textContent ?? '').toBe(after)
  })
})

// Seen in editors that drop what they do not allow: the post is published with a hole.
describe('real life: a picture that may not be shown', () => {
  const post = (content: string) =>
    postBody.safeParse({ title: 'T', excerpt: 'E', content }).error?.issues[0]?.message
  test.each([
    '![x](http://example.com/a.png)',
    '![x](data:image/png;base64,AAAA)',
    '![x](file:///C:/a.png)',
    '![x](https://)',
    '![x](a.png)',
    '![](//example.com/a.png)',
  ])('%s is refused when the post is saved', (content) =>
    expect(post(`Text ${content} text`)).toBe('picture_address'),
  )
  test.each([
    '![x](https://example.com/a.png)',
    '![x](/api/uploads/a.webp "T")',
    'No picture!',
    '`![`',
  ])('%s is accepted', (content) =>
    expect([post(content), hasShownPictures(content)]).toEqual([undefined, true]),
  )
  test('in a post that was stored before, its description is shown', () => {
    expect(html('![A *room*](http://example.com/a.png)')).toBe('<p><em>A room</em></p>')
    expect(html('![ok](https://example.com/a.png)')).toContain(
      '<img src="https://example.com/a.png"',
    )
  })
})

// Seen in sites of several languages: a reader who came from a search engine presses a link in a text,
// and the site goes on in English.
describe('real life: a link to a page of this site', () => {
  const linkIn = (locale: Locale, href: string) =>
    new DOMParser()
      .parseFromString(renderMarkdown(`[x](${href})`, locale), 'text/html')
      .querySelector('a')
      ?.getAttribute('href')
  test.each([
    ['/booking?service=1#date', '/ms/booking?service=1#date'],
    ['/services?from=a.my', '/ms/services?from=a.my'],
    ['/', '/ms'],
    ['/zh/faq', '/zh/faq'],
    ['/ms/faq', '/ms/faq'],
    ['/ms#faq', '/ms#faq'],
    ['/zh?from=a', '/zh?from=a'],
    ['/en/faq', '/en/faq'],
    ['/api/uploads/a.webp', '/api/uploads/a.webp'],
    ['/pictures/clip.mp4', '/pictures/clip.mp4'],
    ['#map', '#map'],
    ['https://example.com/booking', 'https://example.com/booking'],
  ])('%s leads a reader of Malay to %s', (href, shown) => expect(linkIn('ms', href)).toBe(shown))
  test('and a reader of English to the address as it is', () =>
    expect(linkIn('en', '/booking')).toBe('/booking'))
})

// Seen in blogs: the link leads to a page of one's own site that does not exist.
describe('real life: a link without its protocol', () => {
  const linkOf = (markdown: string) =>
    new DOMParser().parseFromString(html(markdown), 'text/html').querySelector('a')
  test.each([
    ['[x](www.example.com)', 'https://www.example.com'],
    ['[x](wa.me/60123456789?text=a)', 'https://wa.me/60123456789?text=a'],
    ['[x](Studio.com.my#map)', 'https://Studio.com.my#map'],
    ['<a href="www.example.com">x</a>', 'https://www.example.com'],
    ['[x](hello@studio.com.my)', 'mailto:hello@studio.com.my'],
  ])('%s leads to %s', (markdown, href) => {
    const link = linkOf(markdown)
    expect(link?.getAttribute('href')).toBe(href)
    expect(link?.getAttribute('rel')).toBe(href.startsWith('https:') ? 'noopener noreferrer' : null)
  })
  test.each(['/booking', '/zh/faq', '#map', '?tag=a.my', 'another-post', './a.my', '1.5'])(
    '%s stays an address of this site',
    (href) => expect(linkOf(`[x](${href})`)?.getAttribute('href')).toBe(href),
  )
})
