import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { NotFound } from './not-found'

/**
 * The 404 page, complete in the HTML. notFound() alone would send an empty document that only a
 * script fills; thrown inside Suspense while the page is prerendered, it sets the status and leaves
 * what is around it.
 */
export const Missing = () => (
  <>
    <NotFound />
    <Suspense>
      <Status404 />
    </Suspense>
  </>
)

function Status404(): never {
  notFound()
}
