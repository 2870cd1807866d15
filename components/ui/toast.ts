'use client'
import { toast } from 'sonner'
import { fillToastSlot } from './toast-slot'
import { Toaster } from './toaster'

// Whoever can raise a notice brings along what shows it.
fillToastSlot(Toaster)

/**
 * `toast(title, { description })`, `toast.success(…)`, `toast.error(…)` (the destructive
 * variant).
 */
export { toast }
