// The drawn map of the studio, at every width and in every language.
import { expect, test } from '@/tests/support/e2e'
import { inLanguage, LANGUAGES } from '@/tests/support/words'

test(
  'every name on the drawn map is whole, and none lies on another, from 320 to 1920 pixels',
  { tag: '@desktop' },
  async ({ page }) => {
    for (const language of LANGUAGES)
      for (const width of [320, 390, 768, 1024, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(inLanguage(language, '/contact'))
        const faults = await page.locator('.map-box').evaluate((box) => {
          const outer = box.getBoundingClientRect()
          const names = [...box.querySelectorAll('span')].filter((name) => name.offsetWidth > 0)
          const rects = names.map((name) => {
            const range = document.createRange()
            range.selectNodeContents(name)
            return {
              text: name.textContent,
              straight: !name.style.getPropertyValue('--turned').match(/-\d/),
              rect: range.getBoundingClientRect(),
            }
          })
          return rects.flatMap(({ text, rect, straight }, index) => [
            ...(rect.left < outer.left ||
            rect.right > outer.right ||
            rect.top < outer.top ||
            rect.bottom > outer.bottom
              ? [`${text} is cut`]
              : []),
            ...rects
              .slice(index + 1)
              .filter(
                (other) =>
                  straight &&
                  other.straight &&
                  rect.left < other.rect.right &&
                  other.rect.left < rect.right &&
                  rect.top < other.rect.bottom &&
                  other.rect.top < rect.bottom,
              )
              .map((other) => `${text} lies on ${other.text}`),
            ...(names.length < 3 ? ['names are missing'] : []),
          ])
        })
        expect([language, width, faults]).toEqual([language, width, []])
      }
  },
)
