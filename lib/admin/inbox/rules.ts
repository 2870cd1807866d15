export const INBOX_STATES = ['new', 'answered', 'archived'] as const
export type InboxState = (typeof INBOX_STATES)[number]

type Message = { answeredAt: unknown; archivedAt: unknown }

export const messageState = ({ answeredAt, archivedAt }: Message): InboxState =>
  archivedAt ? 'archived' : answeredAt ? 'answered' : 'new'

/** The lowest state of its messages. */
export const threadState = (messages: readonly Message[]): InboxState =>
  INBOX_STATES.find((state) => messages.some((one) => messageState(one) === state)) ?? 'archived'
