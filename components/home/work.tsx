'use client'
import Link from 'next/link'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { Shot } from './shot'
import type { Piece } from './pieces'
import type { HomeWords } from './words'

type Props = { locale: Locale; words: HomeWords['work']; pieces: Piece[] }

/** Featured pieces of work, the first one large (decision G4: the hero's Learn More lands here). */
export const Work = ({ locale, words, pieces }: Props) => (
  <section id="portfolio" className="section wrap grid gap-10">
    <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
      <div className="grid gap-3">
        <h2>{words.title}</h2>
        <p className="measure text-muted">{words.lead}</p>
      </div>
      <Link href={pathIn(locale, '/portfolio')} prefetch={false} className="more">
        {words.all}
      </Link>
    </div>
    {pieces.length === 0 && (
      <p className="rounded-lg border border-line bg-card p-6">{words.empty}</p>
    )}
    <ul className="work">
      {pieces.map(({ id, type, title, text, length, lang, own }, index) => (
        <li key={id}>
          <div className="relative">
            <Shot
              name={`${type}-${index % 2 === 0 ? 1 : 2}`}
              sizes={index === 0 ? '(min-width: 64rem) 44rem, 100vw' : '12rem'}
            />
            {/* The owner's picture lies over ours: where it is broken, ours is seen. */}
            {own && <img src={own} alt="" loading="lazy" className="absolute inset-0" />}
          </div>
          <div className="work-text">
            <p className="text-xs">{length ? `${words[type]} · ${length}` : words[type]}</p>
            <h3 lang={lang}>{title}</h3>
            {text && <p lang={lang}>{text}</p>}
          </div>
        </li>
      ))}
    </ul>
  </section>
)
