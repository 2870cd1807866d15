import { getTranslations } from 'next-intl/server'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { datesIn } from '@/lib/i18n/dates'
import type { Locale } from '@/lib/i18n/routing'
import type { Site } from '@/lib/settings/site'
import type { TaxSetting } from '@/lib/settings/tax'
import { type DocumentName, DOCUMENTS } from './documents'
import { facts, tags } from './rich'
import { WholeWords } from '@/components/ui/words'

type Props = {
  name: DocumentName
  locale: Locale
  studio: Site
  tax: TaxSetting
  /** Further languages that the same page must show the text in. */ also?: Locale[]
}

/** A legal document: title, date, table of contents, numbered sections. */
export async function LegalDocument({ name, locale, studio, tax, also = [] }: Props) {
  const [t, sectionTexts] = await Promise.all([
    getTranslations('legal'),
    getTranslations(`legal.${name}.sections`),
  ])
  const { sections, updated } = DOCUMENTS[name]
  const versions = await Promise.all(
    also.map(async (text) => ({
      text,
      t: await getTranslations({ locale: text, namespace: 'legal' }),
    })),
  )
  return (
    <article className="wrap pt-12 lg:pt-20">
      <header className="grid gap-4 border-b border-line pb-10">
        <h1 className="text-3xl sm:text-4xl">
          <WholeWords>{t(`${name}.title`)}</WholeWords>
        </h1>
        <p className="measure text-lg text-muted">{t(`${name}.lead`)}</p>
        <p key={updated} className="text-sm text-muted">
          {t.rich('updated', {
            date: datesIn(locale).dateTime(new Date(updated), { dateStyle: 'long' }),
            time: (date) => <time dateTime={updated}>{date}</time>,
          })}
        </p>
      </header>
      <div className="grid gap-x-16 gap-y-12 pt-10 lg:grid-cols-[17rem_1fr]">
        <nav
          aria-label={t('contents')}
          className="self-start text-sm lg:sticky lg:top-[calc(var(--spacing-header)+2rem)]"
        >
          <p className="eyebrow mb-2">{t('contents')}</p>
          <ol className="grid sm:max-lg:grid-cols-2 sm:max-lg:gap-x-8">
            {sections.map((section) => (
              <li key={section}>
                <a
                  href={`#${section}`}
                  className="flex min-h-11 items-center text-muted transition-colors hover:text-tungsten"
                >
                  {sectionTexts(`${section}.title`)}
                </a>
              </li>
            ))}
            {versions.map(({ text, t: words }) => (
              <li key={text} lang={LANGUAGE_TAG[text]} className="mt-2 border-t border-line pt-2">
                <a
                  href={`#${text}`}
                  className="flex min-h-11 items-center font-semibold text-tungsten hover:underline"
                >
                  {words('thisLanguage')}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid min-w-0 gap-20">
          <Sections name={name} text={locale} page={locale} tax={tax} studio={studio} />
          {versions.map(({ text, t: words }) => (
            <section
              key={text}
              id={text}
              lang={LANGUAGE_TAG[text]}
              className="grid gap-10 border-t-2 border-tungsten pt-10"
            >
              <header className="grid gap-3">
                <p className="eyebrow">{words('thisLanguage')}</p>
                <h2 className="text-2xl sm:text-3xl">
                  <WholeWords>{words(`${name}.title`)}</WholeWords>
                </h2>
                <p className="measure text-muted">{words(`${name}.lead`)}</p>
              </header>
              <Sections name={name} text={text} page={locale} tax={tax} studio={studio} />
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}

type SectionsProps = {
  name: DocumentName
  /** The language of the text, and of the page around it. */
  text: Locale
  page: Locale
  tax: TaxSetting
  studio: Site
}

/**
 * The sections of a document from the dictionary of `text`; under a second title for another
 * language version.
 */
async function Sections({ name, text, page, tax, studio }: SectionsProps) {
  const t = await getTranslations({ locale: text, namespace: `legal.${name}.sections` })
  const Heading = text === page ? 'h2' : 'h3'
  const values = facts(studio, tax)
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
            <span>{t(`${section}.title`)}</span>
          </Heading>
          <div key={JSON.stringify(values)} className="measure grid gap-4 text-muted sm:pl-10">
            {t.rich(`${section}.body`, { ...values, ...tags(studio, text, page) })}
          </div>
        </section>
      ))}
    </div>
  )
}
