import { logFailure } from '@/lib/outage'

/**
 * Runs `work` over `items` in turn. A failure is logged with `about` and does not stop the others.
 * Returns the items that failed, with their errors.
 */
export async function eachByItself<T>(
  items: readonly T[],
  about: string,
  work: (item: T) => Promise<unknown>,
): Promise<{ item: T; error: unknown }[]> {
  const failures: { item: T; error: unknown }[] = []
  for (const item of items)
    await work(item).catch((error: unknown) => {
      failures.push({ item, error })
      logFailure({ item, about }, 'item failed', error)
    })
  return failures
}
