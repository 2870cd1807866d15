'use client'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import type { DateWords } from '@/lib/i18n/date-words'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { HeroPicture } from './hero-picture'
import './home.css'
import { NextSlot } from './next-slot'
import type { HomeWords } from './words'

type Words = Omit<HomeWords, 'value' | 'work' | 'services' | 'booking' | 'reach'> & {
  zone: string
  date: DateWords
}

export function Hero({ locale, words }: { locale: Locale; words: Words }) {
  const booking = pathIn(locale, '/booking')
  return (
    <section className="hero">
      <HeroPicture />
      <div aria-hidden="true" className="hero-light" />
      <div className="wrap grid gap-6 pt-40 pb-8">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <span className="lamp">{words.onAir}</span> {words.eyebrow}
        </p>
        <h1>
          <span className="block">{words.headlineIn}</span>{' '}
          <span className="block">{words.headlineOut}</span>
        </h1>
        <p className="max-w-[50ch] sm:text-lg">{words.lead}</p>
        <div className="flex flex-wrap items-center gap-3 max-sm:*:grow">
          <Link href={booking} prefetch={false} className={buttonVariants({ size: 'lg' })}>
            {words.bookNow}
          </Link>
          <a href="#portfolio" className={buttonVariants({ size: 'lg', variant: 'outline' })}>
            {words.learnMore}
          </a>
          <NextSlot
            href={booking}
            words={{
              label: words.nextSlot,
              loading: words.nextSlotLoading,
              fallback: words.nextSlotFallback,
              zone: words.zone,
              date: words.date,
            }}
          />
        </div>
      </div>
      <div aria-hidden="true" className="wave">
        <div className="wave-played" />
      </div>
    </section>
  )
}
