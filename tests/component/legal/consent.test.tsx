import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { Consent, DataNotice } from '@/components/legal/consent'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'

const DICTIONARIES = { en, ms, zh }
const PREFIX = { en: '', ms: '/ms', zh: '/zh' }
const plain = (message: string) => message.replace(/<[^>]*>/g, '')

describe.each(['en', 'ms', 'zh'] as const)('%s', (locale) => {
  const { legal, common } = DICTIONARIES[locale]
  // The island is given these sentences and no other of the documents.
  const messages = { common, legal: { consent: legal.consent, notice: legal.notice } }
  const show = (line: React.ReactNode) =>
    render(
      <NextIntlClientProvider locale={locale} messages={messages as never}>
        {line}
      </NextIntlClientProvider>,
    ).container.textContent.replaceAll(` (${common.newTab})`, '')

  test('who pays is told what they accept, with links that leave what they typed', () => {
    expect(show(<Consent />)).toBe(plain(legal.consent))
    const links = screen.getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `${PREFIX[locale]}/terms`,
      `${PREFIX[locale]}/privacy`,
    ])
    for (const link of links) expect(link).toHaveAttribute('target', '_blank')
  })

  test('who gives their details is told where they are explained', () => {
    expect(show(<DataNotice />)).toBe(plain(legal.notice))
    expect(screen.getByRole('link')).toHaveAttribute('href', `${PREFIX[locale]}/privacy`)
  })
})
