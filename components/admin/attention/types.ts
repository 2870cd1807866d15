// What the server hands to the owner's "Needs attention".

export type ListedMail = {
  id: number
  kind: string
  recipient: string
  bookingId: number | null
  orderId: number | null
  attempts: number
  lastError: string | null
  createdAt: string
}

export type AlertKind = 'open' | 'disputed' | 'paid_back' | 'unread' | 'late' | 'handled'
