'use client'
import { Copy, Download } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useId, useRef, useState } from 'react'
import { copyText } from '@/components/browser/copy'
import { buttonVariants } from '@/components/ui/button-variants'
import { fieldClasses } from '@/components/ui/input'
import { pathIn } from '@/lib/i18n/path'
import {
  type Act,
  CHAPTERS_MIN,
  chaptersOf,
  clockText,
  fileName,
  podcastChapters,
  runSheet,
  runSheetCsv,
  type Recording,
  youtubeChapters,
} from '@/lib/recording/rules'
import { Choices } from './choices'
import { SessionLevels } from './level'
import { Markers } from './markers'

type Props = { session: Recording; act: (act: Act) => void }

/** The result of the session, and its run sheet for download. */
export function Completion({ session, act }: Props) {
  const [t, locale] = [useTranslations('tracker.app.done'), useLocale()]
  const reached = session.milestones.filter(({ completed }) => completed).length
  const facts = [
    [t('length'), clockText(Math.floor(session.bankedMs / 1000))],
    [t('planned'), clockText(session.duration)],
    [t('reached'), t('reachedOf', { done: reached, all: session.milestones.length })],
    [t('markers'), String(session.markers.length)],
    [t('participants'), session.participants.join(', ')],
  ]
  return (
    <section
      aria-labelledby="done-title"
      className="overflow-hidden rounded-lg border border-line bg-raised"
    >
      <div
        className={
          'flex flex-wrap items-end justify-between gap-x-10 gap-y-5 border-b ' +
          'border-line bg-card p-5 sm:p-8'
        }
      >
        <div className="grid min-w-0 gap-1.5">
          <h2 id="done-title" className="text-2xl">
            {t('title')}
          </h2>
          <p className="text-lg wrap-anywhere text-muted">{session.title}</p>
        </div>
        <Link href={pathIn(locale, '/booking')} prefetch={false} className={buttonVariants()}>
          {t('book')}
        </Link>
      </div>
      <dl className="figures flex flex-wrap gap-x-12 gap-y-4 border-b border-line p-5 sm:px-8">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-lg font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {session.audioLevels.length > 0 && (
        <SessionLevels levels={session.audioLevels} label={t('levels')} />
      )}
      <div className="grid gap-x-14 gap-y-10 p-5 sm:p-8 lg:grid-cols-2">
        <Markers session={session} act={act} />
        <ExportPanel session={session} />
      </div>
      <p className="border-t border-line p-5 text-sm text-muted sm:px-8">{t('again')}</p>
    </section>
  )
}

const FORMATS = ['youtube', 'podcast', 'csv'] as const
type Format = (typeof FORMATS)[number]
const HEADS = ['time', 'seconds', 'kind', 'title'] as const
const RULE = { youtube: 'rule', podcast: 'podcastRule', csv: 'csvRule' } as const

/** The run sheet in the chosen format: shown, copied, downloaded. */
function ExportPanel({ session }: { session: Recording }) {
  const t = useTranslations('tracker.app')
  const id = useId()
  const [format, setFormat] = useState<Format>('youtube')
  const [milestones, setMilestones] = useState(true)
  const [said, say] = useState('')
  const preview = useRef<HTMLTextAreaElement>(null)
  const { text, type, file, count, dropped } = exportOf(session, t, format, milestones)

  const copy = async () => {
    if (await copyText(text)) return say(t('said.copied'))
    preview.current?.select()
    say(t('said.copyYourself'))
  }

  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type }))
    Object.assign(document.createElement('a'), { href: address, download: file }).click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }

  return (
    <div className="grid min-w-0 content-start gap-5">
      <h3 className="text-lg">{t('export.title')}</h3>
      <Choices
        legend={t('export.format')}
        name={`${id}-format`}
        value={format}
        onChange={setFormat}
        options={FORMATS.map((value) => ({ value, text: t(`export.${value}`) }))}
      />
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={milestones}
          onChange={(event) => setMilestones(event.target.checked)}
          className="size-4"
        />
        {t('export.milestones')}
      </label>
      <textarea
        ref={preview}
        readOnly
        value={text}
        rows={8}
        aria-label={t('export.preview')}
        aria-describedby={`${id}-rule`}
        spellCheck={false}
        className={`${fieldClasses} figures py-3 font-mono text-sm whitespace-pre`}
      />
      <div id={`${id}-rule`} className="grid gap-1.5 text-sm text-muted">
        <p>{t(`export.${RULE[format]}`)}</p>
        {format === 'youtube' && count < CHAPTERS_MIN && (
          <p className="text-tungsten">{t('export.tooFew', { count })}</p>
        )}
        {format !== 'csv' && dropped > 0 && <p>{t('export.dropped', { count: dropped })}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" onClick={download} className={buttonVariants()}>
          <Download aria-hidden="true" />
          {t('export.download')}
        </button>
        <button
          type="button"
          onClick={() => void copy()}
          className={buttonVariants({ variant: 'outline' })}
        >
          <Copy aria-hidden="true" />
          {t('export.copy')}
        </button>
        <span role="status" className="text-sm text-muted">
          {said}
        </span>
      </div>
    </div>
  )
}

/** The run sheet of a session as a file in one of the formats, in the page's language. */
function exportOf(
  session: Recording,
  t: ReturnType<typeof useTranslations<'tracker.app'>>,
  format: Format,
  milestones: boolean,
) {
  const all = runSheet(session, {
    milestone: (id) => t(`milestone.${id}`),
    marker: (number) => t('markers.name', { number }),
  })
  const points = milestones ? all : all.filter(({ kind }) => kind === 'marker')
  const { chapters, dropped } = chaptersOf(
    points,
    Math.floor(session.bankedMs / 1000),
    t('export.opening'),
  )
  const common = { count: chapters.length, dropped }
  switch (format) {
    case 'youtube':
      return {
        ...common,
        text: youtubeChapters(chapters),
        type: 'text/plain;charset=utf-8',
        file: fileName(session.title, 'chapters.txt'),
      }
    case 'podcast':
      return {
        ...common,
        text: podcastChapters(chapters, session.title),
        type: 'application/json+chapters',
        file: fileName(session.title, 'chapters.json'),
      }
    case 'csv':
      return {
        ...common,
        text: runSheetCsv(points, {
          heads: HEADS.map((head) => t(`export.heads.${head}`)),
          kinds: { marker: t('export.kinds.marker'), milestone: t('export.kinds.milestone') },
        }),
        type: 'text/csv;charset=utf-8',
        file: fileName(session.title, 'run-sheet.csv'),
      }
  }
}
