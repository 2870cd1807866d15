import 'server-only'
import { format, stripVTControlCharacters, types } from 'node:util'
import { errorFields, log } from '@/lib/log'
import { logFailure } from '@/lib/outage'

/**
 * From now on what is printed, by the framework, by packages or as a warning of Node, becomes a line of the
 * log. An error of a page is logged by its kind and stack without its message, which may hold what somebody
 * typed.
 */
export function logPrinted(): void {
  const info = (...parts: unknown[]) => log.info(sentenceOf(parts))
  const warn = (...parts: unknown[]) => log.warn(sentenceOf(parts))
  const error = (...parts: unknown[]) => {
    const errors = parts.filter((part) => types.isNativeError(part))
    if (errors.length === 0) log.error(sentenceOf(parts))
    for (const each of errors) if (!isStandIn(each)) logFailure({}, 'page', each)
  }
  Object.assign(console, { debug: info, log: info, info, warn, error })
  process.removeAllListeners('warning') // Node's own, which prints it.
  process.on('warning', (warning) => log.warn(errorFields(warning), warning.message))
}

const sentenceOf = (parts: unknown[]): string => stripVTControlCharacters(format(...parts)).trim()

/** What React has in the place of an error that was printed where it happened: no code, no stack. */
const isStandIn = (error: Error): boolean =>
  'digest' in error && error.stack === `Error: ${error.message}`
