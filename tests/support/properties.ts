// Property tests draw the same cases on every run, so that a red run means a change and not the
// luck of the draw. STUDIO_TEST_SEED=<number> draws others; what it finds becomes an example of its
// own.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.STUDIO_TEST_SEED || 20261121) })

/** Looks at the cases of the first `ms` milliseconds: a slow machine sees fewer, and none is left running. */
export function within<Case>(ms: number, look: (one: Case) => Promise<void>) {
  const end = performance.now() + ms
  return async (one: Case): Promise<void> => {
    if (performance.now() < end) await look(one)
  }
}
