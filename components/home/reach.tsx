'use client'
import Link from 'next/link'
import { HoursList, type OpeningLine } from '@/components/site/hours-list'
import { useSite } from '@/components/site/site-context'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { phoneHref } from '@/lib/site'
import type { HomeWords } from './words'

type Props = {
  locale: Locale
  words: HomeWords['reach']
  contact: string
  chat: { href: string; label: string; newTab: string }
  hours: OpeningLine[]
}

/** How to reach the studio; plain HTML, so it is there whatever else fails. */
export function Reach({ locale, words, contact, chat, hours }: Props) {
  const studio = useSite()
  return (
    <section
      id="contact"
      className="section wrap grid grid-cols-1 gap-x-16 gap-y-10 border-t border-line lg:grid-cols-[20rem_1fr_auto]"
    >
      <div className="grid content-start gap-3">
        <h2>{words.title}</h2>
        <p className="text-muted">{words.lead}</p>
      </div>
      <div className="grid content-start gap-1 justify-items-start font-display text-xl font-semibold sm:text-2xl">
        <a href={phoneHref(studio)} className="figures py-1.5 hover:text-tungsten">
          {studio.phone}
        </a>
        <a href={`mailto:${studio.email}`} className="py-1.5 hover:text-tungsten">
          {studio.email}
        </a>
        <HoursList lines={hours} className="mt-4 w-full max-w-sm font-sans text-base font-normal" />
      </div>
      <div className="grid content-start gap-3 sm:max-lg:grid-cols-2">
        <Link
          href={pathIn(locale, '/contact')}
          prefetch={false}
          className={buttonVariants({ size: 'lg' })}
        >
          {contact}
        </Link>
        <a
          href={chat.href}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonVariants({ size: 'lg', variant: 'outline' })}
        >
          {chat.label}
          <span className="sr-only"> ({chat.newTab})</span>
        </a>
      </div>
    </section>
  )
}
