// The answer of GET /api/memberships/me; components never import the data layer.
export type Friend = {
  id: number
  name: string
  joinedAt: string
  state: 'pending' | 'held' | 'awarded' | 'paid' | 'refused' | 'reversed'
  amount: string
}
export type MemberSession = {
  id: number
  date: string
  time: string
  duration: 'hourly' | 'half-day' | 'full-day' | 'weekly'
  hours: number
  free: boolean
  reversed: boolean
  upcoming: boolean
}
export type MembershipCardFacts = {
  customerName: string
  status: 'active' | 'paused' | 'cancelled'
  sessionsCompleted: number
  sessionsRemaining: number
  freeSessions: number
  referralCode: string
  referralEarnings: string
  totalSpent: string
  joinedAt: string
  package: { id: number; name: string; hourlyRate: string }
  friends: Friend[]
  sessions: MemberSession[]
  /** Purchases with the email before its proof that are still to be confirmed. */
  earlier: { kind: 'session' | 'order'; date: string }[]
}
/** Begun with this email elsewhere; it counts once the owner of the inbox accepts it. */
export type PendingMembership = { customerName: string; package: string; referredBy: string | null }
/** The email proven on this device, and its membership if there is one. */
export type Me = {
  email: string | null
  membership: MembershipCardFacts | null
  begun: PendingMembership | null
}
