// A broken rule is noticed by the first example against it; no shorter one is looked for.
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })
