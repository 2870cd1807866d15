import { useLocale, useTranslations } from 'next-intl'
import { Messages } from '@/components/intl'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import type { ShownVoice } from '@/lib/settings/voices'
import { Compare } from './compare'
import { WholeWords } from '@/components/ui/words'

/** One sentence in several recordings; nothing until the owner has made them. */
export function Hear({ voice }: { voice: ShownVoice | null }) {
  const [t, locale] = [useTranslations('hear'), useLocale()]
  if (!voice) return null
  return (
    <section aria-labelledby="hear" className="section wrap grid gap-8">
      <div className="grid gap-3">
        <h2 id="hear">
          <WholeWords>{t('title')}</WholeWords>
        </h2>
        <p className="measure text-muted">{t('lead')}</p>
      </div>
      <div className="grid gap-6 rounded-lg border border-line bg-card p-5 sm:p-8">
        {/* What is heard, for who cannot. */}
        <blockquote
          lang={voice.lang === locale ? undefined : LANGUAGE_TAG[voice.lang]}
          className="font-display text-xl font-semibold sm:text-2xl"
        >
          {voice.text}
        </blockquote>
        <Messages namespaces={['hear']}>
          <Compare takes={voice.takes} />
        </Messages>
      </div>
    </section>
  )
}
