'use client'
import { useContext } from 'react'
import { FailureContext } from '@/components/site/failure-words'
import { SiteContext } from '@/components/site/site-context'
import { buttonVariants } from '@/components/ui/button-variants'

/**
 * A page that failed to render: says so, offers another try and an address. Next.js has logged the
 * error already.
 */
export default function Failure({ retry }: { retry: () => void }) {
  const [words, studio] = [useContext(FailureContext), useContext(SiteContext)]
  return (
    <section role="alert" className="wrap grid min-h-[70dvh] content-center gap-6 py-20">
      <h1 className="text-3xl sm:text-4xl">{words?.title}</h1>
      <p className="measure text-lg text-muted">{words?.text}</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" onClick={retry} className={buttonVariants()}>
          {words?.retry}
        </button>
        {studio && (
          <a href={`mailto:${studio.email}`} className={buttonVariants({ variant: 'outline' })}>
            {studio.email}
          </a>
        )}
      </div>
    </section>
  )
}
