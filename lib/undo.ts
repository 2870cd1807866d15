/** Until then nobody is told of an act, and no money goes back (docs/decisions/039). */
export const UNDO_SECONDS = 10

/** An act that its administrator can take back, and until when (an instant). */
export type Undo = { id: string; until: string }
