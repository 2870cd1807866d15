import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { NotFound } from '@/components/site/not-found'

/**
 * The 404 page of an address without a post, complete in the HTML. Thrown inside Suspense while the page is prerendered,
 * notFound() sets the status and leaves what is around it; alone it would send an empty document that only a script fills.
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
