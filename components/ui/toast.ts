'use client'
import { type ExternalToast, toast } from 'sonner'
import { fillToastSlot } from './toast-slot'
import { Toaster } from './toaster'

// Any module that can raise a notice also loads the code that shows it.
fillToastSlot(Toaster)

/**
 * `toast(title, { description })`, `toast.success(…)`, `toast.error(…)` (the destructive
 * variant).
 */
export { toast, type ExternalToast }
