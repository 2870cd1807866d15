import { JoinPanel } from './join-panel'
import type { FieldWords, JoinWords, MemberWords } from './words'

/** Joining: why, and the button that opens the form (spec point 2). */
export function Join({
  words,
  codeWords,
  faults,
  joinNow,
}: {
  words: JoinWords
  codeWords: MemberWords['code']
  faults: FieldWords
  joinNow: string
}) {
  return (
    <section id="join" className="border-y border-line bg-raised">
      <div className="wrap grid gap-x-16 gap-y-8 py-16 lg:grid-cols-[20rem_minmax(0,1fr)] lg:py-24">
        <div className="grid content-start gap-4">
          <h2 className="text-3xl">{words.title}</h2>
          <p className="text-lg text-muted">{words.lead}</p>
          <p className="text-sm text-muted">{words.after}</p>
        </div>
        <JoinPanel words={words} codeWords={codeWords} faults={faults} joinNow={joinNow} />
      </div>
    </section>
  )
}
