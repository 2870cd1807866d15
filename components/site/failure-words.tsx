'use client'
import { createContext } from 'react'

type FailureWords = { title: string; text: string; retry: string }

/**
 * What the error page says, handed down by the layout: an error page gets no props of its own, and
 * a translation library in every page's first load for three sentences would be dear.
 */
export const FailureContext = createContext<FailureWords | null>(null)

export const ProvideFailureWords = FailureContext.Provider
