import { getTranslations } from 'next-intl/server'
import { whatsappLink, type Site } from '@/lib/site'

const LINK =
  'inline-block py-2 font-semibold text-tungsten underline decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten'

/** The page's contact footer (spec point 2). */
export async function Questions({ studio }: { studio: Site }) {
  const [t, common] = await Promise.all([
    getTranslations('membership.contact'),
    getTranslations('common'),
  ])
  return (
    <section className="wrap grid gap-2 pt-16 lg:pt-24">
      <h2 className="text-xl">{t('title')}</h2>
      <p className="text-muted">{t('lead')}</p>
      <p className="flex flex-wrap gap-x-8">
        <a href={`mailto:${studio.email}`} className={LINK}>
          {studio.email}
        </a>
        <a
          href={whatsappLink(studio, t('message'))}
          target="_blank"
          rel="noopener noreferrer"
          className={LINK}
        >
          {common('openOnWhatsApp')}
          <span className="sr-only"> ({common('newTab')})</span>
        </a>
      </p>
    </section>
  )
}
