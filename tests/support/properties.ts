// Property tests draw the same cases on every run, so that a red run means a change and not the
// luck of the draw. STUDIO_TEST_SEED=<number> draws others; what it finds becomes an example of its
// own.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.STUDIO_TEST_SEED || 20261121) })
