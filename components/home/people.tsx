import { useLocale, useTranslations } from 'next-intl'
import { pictureUrl } from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { monogramOf, type ShownMember } from '@/lib/settings/proof'

/** Who works here; nothing until the owner has entered somebody. */
export function People({ team }: { team: readonly ShownMember[] }) {
  const [t, locale] = [useTranslations('people'), useLocale()]
  if (team.length === 0) return null
  return (
    <section aria-labelledby="people" className="section wrap grid gap-8">
      <h2 id="people">{t('title')}</h2>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-3">
        {team.map((member) => {
          const foreign = member.lang === locale ? undefined : LANGUAGE_TAG[member.lang]
          return (
            <li
              key={member.name}
              className="grid grid-cols-[6rem_1fr] items-center gap-4 sm:grid-cols-1 sm:content-start"
            >
              <Portrait member={member} />
              <div className="grid gap-1">
                <h3 className="text-lg wrap-anywhere">{member.name}</h3>
                <p lang={foreign}>{member.role}</p>
                {member.languages && (
                  <p lang={foreign} className="text-sm text-muted">
                    {member.languages}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** All in one warm light, whatever camera they come from; a disc with initials where there is none. */
function Portrait({ member }: { member: ShownMember }) {
  const own = pictureUrl(member.picture)
  if (own === null)
    return (
      <p
        aria-hidden="true"
        className="grid size-24 place-items-center rounded-full bg-raised font-display text-3xl text-tungsten"
      >
        {monogramOf(member.name)}
      </p>
    )
  return (
    <img
      src={own}
      alt={member.name}
      width={600}
      height={750}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className="aspect-[4/5] w-full rounded-lg bg-raised object-cover sepia-20"
    />
  )
}
