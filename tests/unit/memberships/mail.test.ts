import { LOCALES } from '@/lib/i18n/routing'
import { renderMail } from '@/lib/mail/templates'
import { DEFAULT_SITE } from '@/lib/settings/site'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { visible } from '@/tests/support/visible'

beforeAll(() => {
  process.env.SITE_URL = 'https://studio.example'
  process.env.DATABASE_URL = 'postgresql://unused'
})

const CLEAN = /\bmail\.[a-z]|[{}]|undefined|\[object|NaN/

describe.each(LOCALES)('in %s', (locale) => {
  const prefix = locale === 'en' ? '' : `/${locale}`

  test('the welcome carries the code, the link for friends and the way to the card', async () => {
    const letter = (proven: boolean) =>
      renderMail(
        { kind: 'membership_welcome', payload: { referralCode: 'ACDEFGHJ', proven } },
        locale,
        DEFAULT_SITE,
      )
    const [proven, unproven] = [await letter(true), await letter(false)]
    for (const mail of [proven, unproven]) {
      for (const body of [visible(mail.html), mail.text]) {
        for (const fact of [
          'ACDEFGHJ',
          `https://studio.example${prefix}/membership?ref=ACDEFGHJ`,
          'RM100',
          DEFAULT_SITE.legalName,
        ])
          expect(body).toContain(fact)
        expect(body).not.toMatch(CLEAN)
      }
      expect(mail.html).toContain(`href="https://studio.example${prefix}/membership#member"`)
      expect(mail.subject).not.toMatch(CLEAN)
    }
    const { welcome } = { en, ms, zh }[locale].mail
    const forProven = [welcome.title, welcome.intro]
    const forUnproven = [welcome.titleUnproven, welcome.previewUnproven, welcome.unproven]
    for (const words of forUnproven) {
      expect(visible(unproven.html)).toContain(words)
      expect(visible(proven.html)).not.toContain(words)
    }
    for (const words of forProven) {
      expect(visible(proven.html)).toContain(words)
      expect(visible(unproven.html)).not.toContain(words)
    }
  })

  test('a member whose email is used to join again is told where the card is', async () => {
    const mail = await renderMail({ kind: 'membership_already', payload: {} }, locale, DEFAULT_SITE)
    for (const words of [mail.subject, visible(mail.html), mail.text])
      expect(words).not.toMatch(CLEAN)
    expect(mail.html).toContain(`href="https://studio.example${prefix}/membership#member"`)
  })

  test('the sign-in code stands in the subject and both bodies, in one piece, and says nothing of a membership', async () => {
    const mail = await renderMail(
      { kind: 'sign_in_code', payload: { code: '012345', until: '14:35' } },
      locale,
      DEFAULT_SITE,
    )
    for (const words of [mail.subject, visible(mail.html), mail.text]) {
      expect(words).toContain('012345')
      expect(words).not.toMatch(CLEAN)
      expect(words).not.toMatch(/VIP|member\b|membership|ahli|会员/i)
    }
    for (const body of [visible(mail.html), mail.text]) expect(body).toContain('14:35')
    expect([...mail.html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual([
      'https://studio.example',
      `mailto:${DEFAULT_SITE.email}`,
    ])
  })

  test('a long code says on which day it ends and how often it works', async () => {
    const code = 'ABCD-EFGH-JKMN-PQRS'
    const payload = { code, until: '14:35', untilDate: '2026-12-02', uses: 3 }
    const mail = await renderMail({ kind: 'sign_in_code', payload }, locale, DEFAULT_SITE)
    const { once, day } = {
      en: { once: 'once', day: 'December 2, 2026 at 14:35' },
      ms: { once: 'sekali', day: '2 Disember 2026, pukul 14:35' },
      zh: { once: '一次', day: '2026年12月2日' },
    }[locale]
    for (const body of [visible(mail.html), mail.text]) {
      for (const fact of [code, day, '3']) expect(body).toContain(fact)
      expect(body).not.toContain(once)
      expect(body).not.toMatch(CLEAN)
    }
  })

  test('a code that ends after midnight says on which day', async () => {
    const payload = { code: '012345', until: '00:05', untilDate: '2026-12-02' }
    const mail = await renderMail({ kind: 'sign_in_code', payload }, locale, DEFAULT_SITE)
    expect(mail.text).toMatch(/2026/)
    expect(mail.text).toMatch(/once|sekali|一次/)
  })
})
