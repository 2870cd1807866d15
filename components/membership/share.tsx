'use client'
import { Check, Copy, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { fill } from '@/components/site/fill'
import { useSite } from '@/components/site/site-context'
import { QrCode } from '@/components/ui/qr-code'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { fieldClasses } from '@/components/ui/input'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import type { MemberWords } from './words'

/**
 * The referral code in every form it is handed on: read aloud, as a link, on WhatsApp, and as a
 * picture to scan.
 */
export function Share({
  code,
  words,
  locale,
}: {
  code: string
  words: MemberWords['share']
  locale: Locale
}) {
  const link = `${window.location.origin}${pathIn(locale, '/membership')}?ref=${code}`
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    ) // refused: the link stands there to be selected
  }
  const text = fill(words.text, { studio: useSite().name, code, link })
  return (
    <div className="grid content-start gap-6 rounded-lg border border-line bg-card p-5 sm:grid-cols-[1fr_9rem] sm:p-7">
      <div className="grid content-start gap-5">
        <div>
          <h3 className="text-lg">{words.title}</h3>
          <p className="text-sm text-muted">{words.lead}</p>
        </div>
        <p>
          <span className="block text-sm text-muted">{words.code}</span>
          <strong className="figures font-display text-3xl font-semibold tracking-widest text-tungsten">
            {code}
          </strong>
        </p>
      </div>
      <QrCode text={link} label={words.qr} />
      <input
        readOnly
        value={link}
        aria-label={words.code}
        onFocus={(event) => event.target.select()}
        className={`${fieldClasses} h-11 text-sm sm:col-span-2`}
      />
      <div className="flex flex-wrap gap-3 max-sm:*:grow sm:col-span-2">
        <Button variant="outline" onClick={() => void copy()}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          <span role="status">{copied ? words.copied : words.copy}</span>
        </Button>
        <a
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonVariants()}
        >
          <MessageCircle aria-hidden="true" />
          {words.whatsapp}
        </a>
      </div>
    </div>
  )
}
