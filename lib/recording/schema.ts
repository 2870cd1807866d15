import * as z from 'zod/mini'
import { most } from '@/lib/text'
import {
  LABEL_MAX,
  LEVELS_MAX,
  MILESTONE_IDS,
  MILESTONE_TYPES,
  milestonesFor,
  NAME_MAX,
  PLANNED_MINUTES,
  SESSION_TYPES,
  RECORDING_STATUSES,
  TITLE_MAX,
  type Recording,
} from './rules'

const time = z.number().check(z.gte(0))
const text = (max: number) => z.string().check(most(max))

const storedSession = z
  .object({
    id: text(40),
    title: text(TITLE_MAX),
    type: z.enum(SESSION_TYPES),
    duration: z.literal(PLANNED_MINUTES.map((minutes) => minutes * 60)),
    status: z.enum(RECORDING_STATUSES),
    participants: z.array(text(NAME_MAX)),
    milestones: z.array(
      z.object({
        id: z.enum(MILESTONE_IDS),
        time,
        type: z.enum(MILESTONE_TYPES),
        completed: z.boolean(),
      }),
    ),
    markers: z.array(z.object({ id: z.int(), time, label: text(LABEL_MAX) })),
    // Missing in a session stored before levels existed.
    audioLevels: z._default(
      z.array(z.int().check(z.gte(0), z.lte(100))).check(z.maxLength(LEVELS_MAX)),
      [],
    ),
    startTime: z.nullable(time),
    endTime: z.nullable(time),
    bankedMs: time,
    resumedAt: z.nullable(time),
  })
  .check(
    z.refine(({ status, resumedAt }) => (status === 'recording') === (resumedAt !== null)),
    z.refine(({ status, endTime }) => (status === 'completed') === (endTime !== null)),
    z.refine(({ duration, milestones }) => isOfPlan(milestones, duration)),
  )

/** Only whether each was reached is stored; the rest follows from the plan. */
function isOfPlan(milestones: Recording['milestones'], duration: number): boolean {
  const plan = milestonesFor(duration)
  return (
    milestones.length === plan.length &&
    plan.every(({ id, time, type }, index) => {
      const milestone = milestones[index]
      return milestone?.id === id && milestone.time === time && milestone.type === type
    })
  )
}

/** Null for another version's, an incomplete or a tampered one. */
export function readSession(stored: string | null): Recording | null {
  let value: unknown
  try {
    value = JSON.parse(stored ?? 'null')
  } catch {
    return null
  }
  return storedSession.safeParse(value).data ?? null
}
