'use client'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import type en from '@/messages/en.json'

type Props = { locale: Locale; words: (typeof en)['pages']['notFound'] }

export const NotFoundView = ({ locale, words }: Props) => (
  <section className="wrap grid min-h-[70dvh] content-center gap-6 py-20">
    <div className="meter-flat mb-2 max-w-xl" />
    <h1 className="text-3xl sm:text-4xl">{words.title}</h1>
    <p className="measure text-lg text-muted">{words.hint}</p>
    <p className="measure text-muted">{words.text}</p>
    <div className="flex flex-wrap gap-3">
      <Link href={pathIn(locale, '/booking')} prefetch={false} className={buttonVariants()}>
        {words.booking}
      </Link>
      <Link
        href={pathIn(locale, '/')}
        prefetch={false}
        className={buttonVariants({ variant: 'outline' })}
      >
        {words.home}
      </Link>
    </div>
  </section>
)
