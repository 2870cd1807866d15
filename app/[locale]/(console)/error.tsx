'use client'
import { usePathname } from 'next/navigation'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Locale } from '@/lib/i18n/routing'

// Every page of the console loads this file beside its own code: with the library of translations, or
// the table of languages, it would load them twice.
const WORDS: Record<Locale, { title: string; text: string; retry: string }> = {
  en: {
    title: 'An error occurred',
    text: 'Something went wrong on our side. Nothing was changed by it. Try again.',
    retry: 'Try Again',
  },
  ms: {
    title: 'Berlaku ralat',
    text: 'Ada gangguan di pihak kami. Tiada apa-apa yang diubah. Cuba lagi.',
    retry: 'Cuba Lagi',
  },
  zh: {
    title: '出现错误',
    text: '我们这边出了点状况，没有任何内容因此被更改。请重试。',
    retry: '重试',
  },
}

/**
 * A page of the console that failed to render; the frame around it stays. Next.js has logged the
 * error already. Code that is gone since a deployment comes back by a reload only.
 */
export default function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const [, first = ''] = usePathname().split('/')
  const {
    title,
    text,
    retry: again,
  } = WORDS[Object.hasOwn(WORDS, first) ? (first as Locale) : 'en']
  return (
    <section role="alert" className="grid min-h-[60dvh] content-center gap-5 p-6">
      <h1 className="text-2xl">{title}</h1>
      <p className="measure text-muted">{text}</p>
      <div>
        <button
          type="button"
          className={buttonVariants()}
          onClick={error.name === 'ChunkLoadError' ? () => window.location.reload() : retry}
        >
          {again}
        </button>
      </div>
    </section>
  )
}
