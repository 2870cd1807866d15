import { logFailure } from '@/lib/outage'

/** In turn. A failure is logged with `about` and stops no other. Returns those that failed. */
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
