'use client'
import { useEffect, useSyncExternalStore } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { NOTHING_SAID, onSaid, saidNow, say } from '@/components/ui/part'
import { keepTyped, restoreTyped } from './typed'

type Props = { title: string; text: string; reload: string; close: string }

function reloadPage() {
  keepTyped()
  window.location.reload()
}

/**
 * Says that a part of the page's code could not be loaded, with a reload that keeps what was typed;
 * and shows a notice whose own code is gone. It is in the code of every page and needs no other
 * part.
 */
export function PartNotice({ title, text, reload, close }: Props) {
  const { isMissing, notice } = useSyncExternalStore(onSaid, saidNow, () => NOTHING_SAID)
  useEffect(restoreTyped, [])
  if (!isMissing && !notice) return null
  return (
    <div
      data-notice
      className={
        'pointer-events-auto fixed inset-x-4 top-21 z-100 mx-auto grid max-w-xl gap-3 rounded-lg ' +
        'border border-line border-l-4 border-l-onair bg-card p-4 text-sm text-fg shadow-warm'
      }
    >
      {notice && (
        <div role="alert">
          <p className="font-semibold">{notice.title}</p>
          <p className="text-muted">{notice.description}</p>
        </div>
      )}
      {isMissing && (
        <div role="alert">
          <p className="font-semibold">{title}</p>
          <p className="text-muted">{text}</p>
        </div>
      )}
      <p className="flex flex-wrap gap-3">
        {isMissing && (
          <button type="button" onClick={reloadPage} className={buttonVariants()}>
            {reload}
          </button>
        )}
        {notice && (
          <button
            type="button"
            onClick={() => say({ notice: null })}
            className={buttonVariants({ variant: 'outline' })}
          >
            {close}
          </button>
        )}
      </p>
    </div>
  )
}
