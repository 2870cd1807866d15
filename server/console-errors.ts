import 'server-only'
import { types } from 'node:util'
import { logFailure } from '@/lib/outage'

/**
 * From now on an error that is printed, as the framework does with one of a page, becomes a line of
 * the log: its kind and stack without its message, which may hold what somebody typed. Sentences are
 * printed as they are.
 */
export function logPrintedErrors(): void {
  const print = console.error
  console.error = (...parts: unknown[]) => {
    const errors = parts.filter((part) => types.isNativeError(part))
    if (errors.length === 0) print(...parts)
    for (const error of errors) if (!isStandIn(error)) logFailure({}, 'page', error)
  }
}

/** What React has in the place of an error that was printed where it happened: no code, no stack. */
const isStandIn = (error: Error): boolean =>
  'digest' in error && error.stack === `Error: ${error.message}`
