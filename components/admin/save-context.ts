'use client'
import { createContext } from 'react'

/** What every change of the owner's needs from the frame around it. */
type SaveFrame = {
  /** Opens the sign-in in place; true once somebody has signed in, false when it was closed. */
  signInAgain: () => Promise<boolean>
  words: { error: string; success: string; unreachable: string; abandoned: string }
}

export const SaveContext = createContext<SaveFrame | null>(null)
