import { createContext } from 'react'
import type { Way } from '@/lib/auth/rules'

/** What every change in the console needs from the frame around it. */
type Saving = {
  /** Opens the sign-in dialog; true once somebody has signed in, false when it was closed. */
  signInAgain: () => Promise<boolean>
  /** Opens the dialog for a proof of identity; true once it was given, false when it was closed. */
  prove: (ways: readonly Way[]) => Promise<boolean>
  words: { error: string; success: string; unreachable: string; failed: string; abandoned: string }
}

export const SaveContext = createContext<Saving | null>(null)
