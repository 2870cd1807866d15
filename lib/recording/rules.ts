// The demo recorder of /recording-tracker. Everything is computed from timestamps and takes `now`
// in milliseconds: a tab that was suspended, or a page that was reloaded, only has to read the
// clock again.
import { characterCount, startOf } from '@/lib/limits'

export const SESSION_TYPES = ['interview', 'solo', 'panel', 'roundtable'] as const
export type SessionType = (typeof SESSION_TYPES)[number]
export const PLANNED_MINUTES = [30, 45, 60, 90, 120] as const
export const DEFAULT_MINUTES = 60
export const LEVEL_EVERY_MS = 100
export const TITLE_MAX = 120
export const NAME_MAX = 80
export const LABEL_MAX = 100
/** Levels are stored for this many seconds; a recording may last longer. */
export const LEVELS_MAX = 6 * 3600

export const RECORDING_STATUSES = ['idle', 'recording', 'paused', 'completed'] as const
export type Status = (typeof RECORDING_STATUSES)[number]
export const MILESTONE_TYPES = ['intro', 'segment', 'break', 'outro'] as const
export type MilestoneType = (typeof MILESTONE_TYPES)[number]
export const MILESTONE_IDS = ['opening', 'first', 'pause', 'second', 'closing'] as const
export type MilestoneId = (typeof MILESTONE_IDS)[number]
/** `time` is the second at which it is reached. Its text is in the dictionaries, under its id. */
export type Milestone = { id: MilestoneId; time: number; type: MilestoneType; completed: boolean }
export type Marker = { id: number; time: number; label: string }
export type Setup = {
  title: string
  type: SessionType
  minutes: number
  participants: readonly string[]
}

export type Recording = {
  id: string
  title: string
  type: SessionType
  /** Planned length in seconds. */
  duration: number
  status: Status
  participants: readonly string[]
  milestones: readonly Milestone[]
  markers: readonly Marker[]
  /** The loudest level, 0 to 100, of each recorded second; 0 where the page was suspended. */
  audioLevels: readonly number[]
  startTime: number | null
  endTime: number | null
  /** Recorded up to `resumedAt`, or to the pause, in ms; the time since then is added. */
  bankedMs: number
  resumedAt: number | null
}

export type Act =
  | { type: 'start' | 'pause' | 'resume' | 'stop' | 'tick'; now: number }
  | { type: 'mark'; now: number; label?: string }
  | { type: 'label'; id: number; label: string }
  | { type: 'unmark'; id: number }
  | { type: 'level'; now: number; level: number }

const BASE_SECONDS = 3600
const BASE_MILESTONES: readonly Omit<Milestone, 'completed'>[] = [
  { id: 'opening', time: 300, type: 'intro' },
  { id: 'first', time: 900, type: 'segment' },
  { id: 'pause', time: 1800, type: 'break' },
  { id: 'second', time: 2700, type: 'segment' },
  { id: 'closing', time: 3300, type: 'outro' },
]

/** The milestones of a plan of `duration` seconds: those of one hour, scaled in proportion. */
export const milestonesFor = (duration: number): Milestone[] =>
  BASE_MILESTONES.map((milestone) => ({
    ...milestone,
    time: Math.round((milestone.time * duration) / BASE_SECONDS),
    completed: false,
  }))

const namesOf = (participants: readonly string[]): string[] =>
  participants.map((name) => name.trim()).filter(Boolean)

/** Whether a session may start: it has a title and at least one name, and none is too long. */
export const canStart = ({ title, participants }: Pick<Setup, 'title' | 'participants'>): boolean =>
  title.trim() !== '' && namesOf(participants).length > 0 && !isTooLong({ title, participants })

export const isTooLong = ({
  title,
  participants,
}: Pick<Setup, 'title' | 'participants'>): boolean =>
  characterCount(title) > TITLE_MAX || participants.some((name) => characterCount(name) > NAME_MAX)

export const createSession = (
  id: string,
  { title, type, minutes, participants }: Setup,
): Recording => ({
  id,
  title: title.trim(),
  type,
  duration: minutes * 60,
  status: 'idle',
  participants: namesOf(participants),
  milestones: milestonesFor(minutes * 60),
  markers: [],
  audioLevels: [],
  startTime: null,
  endTime: null,
  bankedMs: 0,
  resumedAt: null,
})

/** In ms. A clock that was set back adds nothing until time is counted from it (`banked`). */
export const elapsedMs = ({ bankedMs, resumedAt }: Recording, now: number): number =>
  bankedMs + (resumedAt === null ? 0 : Math.max(0, now - resumedAt))

export const elapsedSeconds = (session: Recording, now: number): number =>
  Math.floor(elapsedMs(session, now) / 1000)

/** Recorded part of the plan, 0 to 1. */
export const progress = (session: Recording, now: number): number =>
  Math.min(1, elapsedMs(session, now) / 1000 / session.duration)

// The actions on a session. An action that does not apply leaves the session unchanged: the very
// same object.
const FROM: Record<Act['type'], readonly Status[]> = {
  start: ['idle'],
  pause: ['recording'],
  resume: ['paused'],
  stop: ['recording', 'paused'],
  tick: ['recording'],
  mark: ['recording', 'paused'],
  label: ['recording', 'paused', 'completed'],
  unmark: ['recording', 'paused', 'completed'],
  level: ['recording'],
}

/** idle → recording ⇄ paused → completed. Milestones that were reached stay reached. */
export function apply(session: Recording, act: Act): Recording {
  if (!FROM[act.type].includes(session.status)) return session
  switch (act.type) {
    case 'start':
      return { ...session, status: 'recording', startTime: act.now, resumedAt: act.now }
    case 'resume':
      return { ...session, status: 'recording', resumedAt: act.now }
    case 'pause':
      return {
        ...reached(session, act.now),
        status: 'paused',
        bankedMs: elapsedMs(session, act.now),
        resumedAt: null,
      }
    case 'stop':
      return {
        ...reached(session, act.now),
        status: 'completed',
        bankedMs: elapsedMs(session, act.now),
        resumedAt: null,
        endTime: act.now,
      }
    case 'tick':
      return reached(session, act.now)
    case 'mark': {
      const id = 1 + Math.max(0, ...session.markers.map((marker) => marker.id))
      const marker = { id, time: elapsedSeconds(session, act.now), label: act.label ?? '' }
      return {
        ...session,
        markers: [...session.markers, marker].sort((a, b) => a.time - b.time || a.id - b.id),
      }
    }
    case 'label':
      if (characterCount(act.label) > LABEL_MAX) return session
      return {
        ...session,
        markers: session.markers.map((marker) =>
          marker.id === act.id ? { ...marker, label: act.label } : marker,
        ),
      }
    case 'unmark':
      return { ...session, markers: session.markers.filter(({ id }) => id !== act.id) }
    case 'level':
      return withLevel(banked(session, act.now), act.level)
  }
}

/** Each second counts on from the last one: a clock that is set back takes away no more than that. */
const banked = (session: Recording, now: number): Recording => ({
  ...session,
  bankedMs: elapsedMs(session, now),
  resumedAt: now,
})

function withLevel(session: Recording, level: number): Recording {
  const kept = session.audioLevels
  const second = Math.floor(session.bankedMs / 1000)
  const loudest = Math.round(Math.min(100, Math.max(0, level)))
  if (second >= LEVELS_MAX || loudest <= (kept[second] ?? -1)) return session
  const asleep = Array.from({ length: Math.max(0, second - kept.length) }, () => 0)
  const audioLevels = [...kept, ...asleep]
  audioLevels[second] = loudest
  return { ...session, audioLevels }
}

function reached(session: Recording, now: number): Recording {
  const seconds = elapsedSeconds(session, now)
  const isNew = (milestone: Milestone) => !milestone.completed && milestone.time <= seconds
  if (!session.milestones.some(isNew)) return session
  return {
    ...session,
    milestones: session.milestones.map((milestone) =>
      isNew(milestone) ? { ...milestone, completed: true } : milestone,
    ),
  }
}

type Band = 'green' | 'yellow' | 'red'

/** Below 30 of 100 green, below 70 yellow, else red. */
export const levelBand = (level: number): Band =>
  level < 30 ? 'green' : level < 70 ? 'yellow' : 'red'

/**
 * 100 ms after `previous`, 0 to 100, similar to speech: around the yellow range, with drops between
 * sentences and peaks. `random` returns numbers from 0 up to 1.
 */
export function nextLevel(previous: number, random: () => number): number {
  const kind = random()
  const target = kind < 0.14 ? 6 : kind > 0.94 ? 88 : 34 + 30 * random()
  return Math.min(100, Math.max(0, previous + (target - previous) * (0.35 + 0.3 * random())))
}

/** Each as loud as its loudest second; a second of a short recording fills several. */
export function loudestParts(levels: readonly number[], bars: number): number[] {
  if (levels.length === 0) return []
  return Array.from({ length: Math.max(0, bars) }, (_, index) => {
    const from = Math.floor((index * levels.length) / bars)
    const to = Math.floor(((index + 1) * levels.length) / bars)
    return Math.max(...levels.slice(from, Math.max(to, from + 1)))
  })
}

const two = (n: number) => String(n).padStart(2, '0')

/** Whole seconds as "04:05", from an hour on "1:04:05": the format of YouTube chapters. */
export function timestamp(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${two(minutes)}:${two(seconds % 60)}`
}

/** Whole seconds as the timer shows them, "00:04:05". */
export const clockText = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`

export type Point = { time: number; title: string; kind: 'marker' | 'milestone' }
type Chapter = { time: number; title: string }

const CHAPTER_SECONDS = 10
export const CHAPTERS_MIN = 3

/** In the order of time; `words` names milestones and markers without a label. */
export function runSheet(
  session: Recording,
  words: { milestone: (id: MilestoneId) => string; marker: (number: number) => string },
): Point[] {
  const milestones = session.milestones.filter(({ completed }) => completed)
  return [
    ...milestones.map(({ id, time }): Point => ({
      time,
      title: words.milestone(id),
      kind: 'milestone',
    })),
    ...session.markers.map(({ time, label }, index): Point => ({
      time,
      title: oneLine(label) || words.marker(index + 1),
      kind: 'marker',
    })),
  ].sort((a, b) => a.time - b.time)
}

/**
 * As players accept them: the first at 0, each at least ten seconds long up to the end at
 * `seconds`. Markers take precedence over milestones; a marker in the first ten seconds names the
 * first chapter. `dropped` counts the points that were left out.
 */
export function chaptersOf(
  points: readonly Point[],
  seconds: number,
  first: string,
): { chapters: Chapter[]; dropped: number } {
  const opening = points.find(({ time, kind }) => kind === 'marker' && time < CHAPTER_SECONDS)
  const chapters: Chapter[] = [{ time: 0, title: opening?.title ?? first }]
  const rest = points.filter((point) => point !== opening)
  for (const { time, title } of [
    ...rest.filter(({ kind }) => kind === 'marker'),
    ...rest.filter(({ kind }) => kind === 'milestone'),
  ])
    if (
      seconds - time >= CHAPTER_SECONDS &&
      chapters.every((chapter) => Math.abs(chapter.time - time) >= CHAPTER_SECONDS)
    )
      chapters.push({ time, title })
  const kept = chapters.length - (opening ? 0 : 1)
  return { chapters: chapters.sort((a, b) => a.time - b.time), dropped: points.length - kept }
}

/** One per line. YouTube requires at least three, without angle brackets. */
export const youtubeChapters = (chapters: readonly Chapter[]): string =>
  chapters
    .map(({ time, title }) => `${timestamp(time)} ${title.replace(/[<>]/g, '').trim() || '-'}`)
    .join('\n')

/** Podcasting 2.0 chapters, to be served as application/json+chapters. */
export const podcastChapters = (chapters: readonly Chapter[], title: string): string =>
  JSON.stringify(
    {
      version: '1.2.0',
      title,
      chapters: chapters.map((chapter) => ({ startTime: chapter.time, title: chapter.title })),
    },
    null,
    2,
  )

/** RFC 4180 with a byte order mark; without it Excel decodes Chinese as Latin. */
export function runSheetCsv(
  points: readonly Point[],
  words: { heads: readonly string[]; kinds: Record<Point['kind'], string> },
): string {
  const rows = points.map(({ time, kind, title }) => [
    clockText(time),
    String(time),
    words.kinds[kind],
    title,
  ])
  return `\uFEFF${[words.heads, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

// A spreadsheet runs text that begins like a formula, even in quotes; the apostrophe makes it plain
// text.
const cell = (value: string) =>
  `"${(/^\s*[=+\-@＝＋－＠]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** A file name from the title's letters and digits, in any script. */
export function fileName(title: string, ending: string): string {
  const words = title.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  const name = startOf(words.replace(/^-/, ''), 60).replace(/-$/, '')
  return `${name || 'session'}-${ending}`
}
