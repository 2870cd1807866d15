import { getTranslations } from 'next-intl/server'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { mailtoHref, phoneHref } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'

type Props = {
  locale: Locale
  studio: Site
  another: { href: string; text: string }
  tagline: string
}

/** Links to other pages, and how to reach the studio. `another` leads to the next purchase. */
export async function NextLinks({ locale, studio, another, tagline }: Props) {
  const t = await getTranslations('confirmation')
  const link =
    'font-semibold text-fg underline decoration-line underline-offset-4 hover:text-tungsten'
  return (
    <div className="mt-10 grid gap-6 text-center">
      <div className="grid gap-3 sm:mx-auto sm:grid-cols-2">
        {[{ href: pathIn(locale, '/'), text: t('home') }, another].map(({ href, text }) => (
          <Link
            key={href}
            href={href}
            prefetch={false}
            className={buttonVariants({ variant: 'outline', size: 'lg' })}
          >
            {text}
          </Link>
        ))}
      </div>
      <p className="text-sm text-muted">
        <span>{tagline}</span>{' '}
        <a href={mailtoHref(studio.email)} className={link}>
          {studio.email}
        </a>{' '}
        <span>·</span>{' '}
        <a href={phoneHref(studio)} className={`${link} whitespace-nowrap figures`}>
          {studio.phone}
        </a>
      </p>
    </div>
  )
}
