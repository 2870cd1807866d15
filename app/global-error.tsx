'use client'
import { useSyncExternalStore } from 'react'
import type { Locale } from '@/lib/i18n/routing'

// The layout that provides translations has failed, so these few texts are here; a test compares
// them with the dictionaries.
export const WORDS: Record<Locale, { title: string; text: string; retry: string }> = {
  en: {
    title: 'An error occurred',
    text: 'Something went wrong on our side. Try again, or reach us directly. If you have just paid, look for our email before paying again.',
    retry: 'Try Again',
  },
  ms: {
    title: 'Berlaku ralat',
    text: 'Ada gangguan di pihak kami. Cuba lagi atau hubungi kami terus. Jika anda baru sahaja membayar, semak e-mel daripada kami sebelum membayar lagi.',
    retry: 'Cuba Lagi',
  },
  zh: {
    title: '出现错误',
    text: '我们这边出了点状况。请重试，或直接联系我们。若您刚刚完成付款，请先查看我们的电邮，切勿重复付款。',
    retry: '重试',
  },
}

const BUTTON = {
  padding: '12px 20px',
  borderRadius: 8,
  font: 'inherit',
  fontWeight: 600,
  textDecoration: 'none',
} as const

// By its own words: every page loads this file, and the table of languages is half as large again.
function localeOfAddress(): Locale {
  const [, first = ''] = window.location.pathname.split('/')
  return Object.hasOwn(WORDS, first) ? (first as Locale) : 'en'
}

const never = () => () => {}

/**
 * Shown when even the root layout fails: its own document and styles, in the language of the
 * address.
 */
export default function GlobalError({ error, retry }: { error: Error; retry: () => void }) {
  // The prerendered copy of this page has no address.
  const locale = useSyncExternalStore<Locale>(never, localeOfAddress, () => 'en')
  const { title, text, retry: again } = WORDS[locale]
  return (
    <html lang={locale} style={{ colorScheme: 'dark' }}>
      <body
        style={{
          margin: 0,
          background: '#0f0c0a',
          color: '#f5f1ea',
          font: '17px/1.6 system-ui, sans-serif',
        }}
      >
        <title>{title}</title>
        <main
          role="alert"
          style={{
            display: 'grid',
            alignContent: 'center',
            gap: 20,
            minHeight: '100dvh',
            maxWidth: 620,
            margin: '0 auto',
            padding: '0 24px',
          }}
        >
          <h1 style={{ margin: 0, fontSize: 36, lineHeight: 1.15 }}>{title}</h1>
          <p style={{ margin: 0, color: '#b5aea5' }}>{text}</p>
          <p style={{ display: 'flex', flexWrap: 'wrap', gap: 12, margin: 0 }}>
            <button
              type="button"
              onClick={error.name === 'ChunkLoadError' ? () => window.location.reload() : retry}
              style={{
                ...BUTTON,
                border: 0,
                background: '#f5b544',
                color: '#1a120a',
                cursor: 'pointer',
              }}
            >
              {again}
            </button>
          </p>
        </main>
      </body>
    </html>
  )
}
