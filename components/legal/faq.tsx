import { getTranslations } from 'next-intl/server'
import Link from 'next/link'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import type { questionsFor } from './questions'
import { WholeWords } from '@/components/ui/words'

type Props = {
  locale: Locale
  groups: ReturnType<typeof questionsFor>
  values: Record<string, string | number>
}

/** Questions in groups, opened by the browser itself: no script. */
export async function Faq({ locale, groups, values }: Props) {
  const t = await getTranslations('faq')
  return (
    <div className="grid gap-16 lg:gap-20">
      {groups.map(({ group, items }) => (
        <section key={group} id={group} className="grid gap-x-16 gap-y-5 lg:grid-cols-[17rem_1fr]">
          <h2 className="text-xl lg:sticky lg:top-[calc(var(--spacing-header)+2rem)] lg:self-start">
            <WholeWords>{t(`groups.${group}`)}</WholeWords>
          </h2>
          <div className="border-t border-line">
            {items.map((item) => (
              <details key={item.key} className="group border-b border-line">
                <summary
                  className={
                    'flex list-none items-baseline justify-between gap-6 py-4.5 transition-colors ' +
                    'hover:text-tungsten [&::-webkit-details-marker]:hidden'
                  }
                >
                  <h3 className="font-sans text-base tracking-normal text-inherit zh:leading-normal">
                    <WholeWords>{t(`questions.${item.key}.q`, values)}</WholeWords>
                  </h3>
                  <span
                    aria-hidden="true"
                    className="text-xl text-tungsten transition-transform group-open:rotate-45"
                  >
                    +
                  </span>
                </summary>
                <div className="measure grid justify-items-start gap-2 pb-6 text-muted">
                  <p>{t(`questions.${item.key}.a`, values)}</p>
                  {'more' in item && (
                    <Link
                      href={pathIn(locale, item.more)}
                      prefetch={false}
                      className={
                        'inline-flex min-h-11 items-center font-semibold text-tungsten underline ' +
                        'decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten'
                      }
                    >
                      {t(`more.${item.key}`)}
                    </Link>
                  )}
                </div>
              </details>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
