import { getTranslations } from 'next-intl/server'
import type { Locale } from '@/lib/i18n/routing'
import type { Site } from '@/lib/site'
import { DOCUMENTS, type DocumentName } from './documents'
import { facts, tags } from './rich'

type Props = {
  name: DocumentName
  /** The language of the text, and of the page around it. */
  text: Locale
  page: Locale
  taxRate: string
  studio: Site
}

/**
 * The sections of a document from the dictionary of `text`; under a second title where they are a
 * second version.
 */
export async function Sections({ name, text, page, taxRate, studio }: Props) {
  const t = await getTranslations({ locale: text, namespace: `legal.${name}.sections` })
  const Heading = text === page ? 'h2' : 'h3'
  return (
    <div className="grid gap-12">
      {DOCUMENTS[name].sections.map((section, index) => (
        <section
          key={section}
          id={text === page ? section : `${text}-${section}`}
          className="grid gap-4"
        >
          <Heading className="flex gap-3 text-xl">
            <span
              aria-hidden="true"
              className="figures min-w-7 shrink-0 whitespace-nowrap text-faint"
            >
              {index + 1}
            </span>
            {t(`${section}.title`)}
          </Heading>
          <div className="measure grid gap-4 text-muted sm:pl-10">
            {t.rich(`${section}.body`, { ...facts(studio, taxRate), ...tags(studio, text, page) })}
          </div>
        </section>
      ))}
    </div>
  )
}
