/**
 * Of the room, unpaid, at once: from one address (an IPv4 address, an IPv6 /64) and from one
 * network (/24, /48). A week does not count for its address, and the longest session of a network
 * counts there for no more than an address may hold. RATE_LIMIT_SCALE multiplies both.
 */
export const HELD_HOURS = { perAddress: 8, perNetwork: 24 } as const

/** A week that ends unpaid counts as a day: with its real 40 hours it could not be tried again. */
export const ENDED_WEEK_COUNTS_AS = 8

/**
 * In a day, in hours of the room × minutes that they were held: of one address and one inbox (a
 * full day four times for 15 minutes, or one hour 32 times), and of one network. RATE_LIMIT_SCALE
 * multiplies both.
 */
export const UNPAID_ENDS = { perAddress: 480, perInbox: 480, perNetwork: 1440 } as const

/**
 * Hours of a room held unpaid in a calendar week (from Monday), beyond which a hold lasts only as
 * long as one whose payment has not begun. RATE_LIMIT_SCALE multiplies it.
 */
export const HELD_OF_WEEK = 24

/** One that waits for a transfer counts for no longer when it ends unpaid. */
export const TRANSFER_COUNTS_MINUTES = 60

// The kinds of keys that are locked before a room (lib/availability/room.ts).
export const VISITOR_LOCK = 5
export const NETWORK_LOCK = 6

/** A hold whose payment has not begun ends after this many minutes. */
const UNPAID_HOLD_MINUTES = 5

/** Minutes; `usual` is how long the hold lasts once its payment has begun. */
export const minutesBeforePayment = (usual: number): number => Math.min(usual, UNPAID_HOLD_MINUTES)
