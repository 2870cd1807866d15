'use client'
import Failure from '@/app/[locale]/error'

/**
 * An area that failed to render; the console around it remains, and the other areas can be opened.
 */
export default Failure
