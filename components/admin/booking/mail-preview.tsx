import { useTranslations } from 'next-intl'
import type { Elements } from '@/components/ui/elements'
import type { MailText } from '@/lib/closings/schema'
import type { Locale } from '@/lib/i18n/routing'

type Props = {
  locale: Locale
  /** Null: it is not sent. */
  mail: MailText | null
  /** Beside its heading. */
  choice?: Elements
  /** What it says instead in another case. */
  otherwise?: Elements
}

/** A mail as its customer would read it, before what it tells is done. */
export function MailPreview({ locale, mail, choice, otherwise }: Props) {
  const t = useTranslations('admin.sheet.mail')
  return (
    <section className="grid gap-2 rounded-md border border-line bg-raised p-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-muted">
        <p>{t(`gets.${locale}`)}</p>
        {choice}
      </div>
      {mail && (
        <div lang={locale} className="grid gap-1 wrap-anywhere">
          <p className="font-semibold">{mail.subject}</p>
          {mail.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {otherwise}
    </section>
  )
}
