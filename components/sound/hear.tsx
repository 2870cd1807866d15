import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Messages } from '@/components/intl'
import { buttonVariants } from '@/components/ui/button-variants'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import type { ShownVoice } from '@/lib/settings/voices'
import { Compare } from './compare'
import { WholeWords } from '@/components/ui/words'

/** One sentence in several recordings; nothing until the owner has made them. */
export function Hear({ voice }: { voice: ShownVoice | null }) {
  const t = useTranslations('hear')
  if (!voice) return null
  return (
    <section aria-labelledby="hear" className="section wrap grid gap-8">
      <div className="grid gap-3">
        <h2 id="hear">
          <WholeWords>{t('title')}</WholeWords>
        </h2>
        <p className="measure text-muted">{t('lead')}</p>
      </div>
      <Recordings voice={voice} />
    </section>
  )
}

/** The same among the services that are recorded so. */
export function HearHere({ voice }: { voice: ShownVoice }) {
  const t = useTranslations('hear')
  return (
    <section aria-labelledby="hear" className="mt-9 grid gap-4 border-t border-line pt-9">
      <h3 id="hear" className="text-xl">
        <WholeWords>{t('title')}</WholeWords>
      </h3>
      <Recordings voice={voice} />
    </section>
  )
}

function Recordings({ voice: { lang, text, takes } }: { voice: ShownVoice }) {
  const [t, locale] = [useTranslations('hear'), useLocale()]
  return (
    <div className="grid gap-6 rounded-lg border border-line bg-card p-5 sm:p-8">
      {/* What is heard, for who cannot. */}
      <blockquote
        lang={lang === locale ? undefined : LANGUAGE_TAG[lang]}
        className="font-display text-xl font-semibold sm:text-2xl"
      >
        {text}
      </blockquote>
      <Messages namespaces={['hear']}>
        <Compare takes={takes} />
      </Messages>
      <Link
        href={pathIn(locale, '/booking')}
        prefetch={false}
        className={buttonVariants({ className: 'justify-self-start' })}
      >
        {t('book')}
      </Link>
    </div>
  )
}
