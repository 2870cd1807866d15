'use client'
import Failure from '@/app/[locale]/error'

/** An area that failed to render; the console around it stays, and the other areas can be opened. */
export default Failure
