import {
  chaptersOf,
  fileName,
  podcastChapters,
  runSheet,
  runSheetCsv,
  youtubeChapters,
  type Session,
} from '@/lib/recording/rules'
import { fill } from '@/components/site/fill'
import type { TrackerWords } from './words'

export const FORMATS = ['youtube', 'podcast', 'csv'] as const
export type Format = (typeof FORMATS)[number]

/** The run sheet of a session as a file in one of the formats, in the page's language. */
export function exportOf(
  session: Session,
  words: TrackerWords,
  format: Format,
  milestones: boolean,
) {
  const texts = words.export
  const all = runSheet(session, {
    milestones: words.milestone,
    marker: (number) => fill(words.markers.name, { number }),
  })
  const points = milestones ? all : all.filter(({ kind }) => kind === 'marker')
  const { chapters, dropped } = chaptersOf(
    points,
    Math.floor(session.bankedMs / 1000),
    texts.opening,
  )
  const common = { count: chapters.length, dropped }
  const { heads, kinds } = texts
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
          heads: [heads.time, heads.seconds, heads.kind, heads.title],
          kinds,
        }),
        type: 'text/csv;charset=utf-8',
        file: fileName(session.title, 'run-sheet.csv'),
      }
  }
}
