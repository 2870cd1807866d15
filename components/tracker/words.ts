import type { MilestoneId } from '@/lib/recording/rules'
import type en from '@/messages/en.json'

/**
 * The sentences of the recorder, as they stand in the dictionary: as props they cost less than a
 * provider's code.
 */
export type TrackerWords = (typeof en)['tracker']['app']

/** The title of a milestone. */
export const milestoneTitle = (words: TrackerWords, id: MilestoneId): string => words.milestone[id]
