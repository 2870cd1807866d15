'use client'
import { useEffect, useRef, useState } from 'react'
import { Completion } from './completion'
import { LiveView } from './live-view'
import { SetupForm } from './setup-form'
import { useRecorder } from './use-recorder'

/** The recorder: setup, session, run sheet. All data stays in the browser. */
export function Tracker() {
  const [round, setRound] = useState(0)
  const recorder = useRecorder(() => setRound((number) => number + 1))
  const { session, said, act, start } = recorder
  const stage = useRef<HTMLDivElement>(null)
  const status = session?.status ?? 'idle'
  const seen = useRef(status)

  // The used control is gone with its view: the focus moves to the next view, but not after a
  // reload.
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current && seen.current !== status) stage.current?.focus()
    seen.current = status
    moved.current = false
  }, [status])

  const live = status === 'recording' || status === 'paused'
  return (
    <div className="grid gap-14">
      <p role="status" className="sr-only">
        {said}
      </p>
      {session && (
        <div ref={stage} tabIndex={-1} className="scroll-mt-24 outline-none">
          {live ? (
            <LiveView
              session={session}

              act={(what) => {
                moved.current = what.type === 'stop'
                act(what)
              }}
            />
          ) : (
            <Completion session={session} act={act} />
          )}
        </div>
      )}
      {!live && (
        <SetupForm
          key={round}

          onStart={(setup) => {
            moved.current = true
            start(setup)
          }}
        />
      )}
    </div>
  )
}
