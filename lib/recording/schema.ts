import {
  LABEL_MAX,
  milestonesFor,
  NAME_MAX,
  PLANNED_MINUTES,
  SESSION_TYPES,
  STATUSES,
  TITLE_MAX,
  type Marker,
  type Session,
} from './rules'

// By hand: the page of the recorder needs nothing else of zod, which would be a tenth of its code.
type Loose = Record<string, unknown>

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
const isTimeOrNull = (value: unknown): value is number | null => value === null || isTime(value)
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max
const isOne = <T>(choices: readonly T[], value: unknown): value is T => choices.includes(value as T)

const isMarker = (value: unknown): value is Marker => {
  const marker = value as Loose | null
  return Number.isSafeInteger(marker?.id) && isTime(marker?.time) && isText(marker.label, LABEL_MAX)
}

/**
 * A session as it was stored by this browser; null for anything else: another version's, half
 * written, tampered with.
 */
export function readSession(stored: string | null): Session | null {
  try {
    const value = JSON.parse(stored ?? 'null') as Loose | null
    return value !== null && isSession(value) ? value : null
  } catch {
    return null
  }
}

function isSession(value: Loose): value is Loose & Session {
  const {
    id,
    title,
    type,
    duration,
    status,
    participants,
    milestones,
    markers,
    startTime,
    endTime,
    bankedMs,
    resumedAt,
  } = value
  if (
    !isText(id, 40) ||
    !isText(title, TITLE_MAX) ||
    !isOne(SESSION_TYPES, type) ||
    !isOne(STATUSES, status)
  )
    return false
  const minutes = typeof duration === 'number' ? duration / 60 : 0
  if (!isOne(PLANNED_MINUTES, minutes) || !isTime(bankedMs)) return false
  if (![startTime, endTime, resumedAt].every(isTimeOrNull)) return false
  if (
    (status === 'recording') !== (resumedAt !== null) ||
    (status === 'completed') !== (endTime !== null)
  )
    return false
  if (!Array.isArray(participants) || !participants.every((name) => isText(name, NAME_MAX)))
    return false
  if (!Array.isArray(markers) || !markers.every(isMarker)) return false
  // Only whether each was reached is ours to remember; what and when they are follows from the
  // plan.
  const plan = milestonesFor(minutes * 60)
  return (
    Array.isArray(milestones) &&
    milestones.length === plan.length &&
    plan.every(({ id, time, type }, index) => {
      const milestone = milestones[index] as Loose | null
      return (
        milestone?.id === id &&
        milestone.time === time &&
        milestone.type === type &&
        typeof milestone.completed === 'boolean'
      )
    })
  )
}
