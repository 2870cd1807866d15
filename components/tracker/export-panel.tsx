'use client'
import { Copy, Download } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { fieldClasses } from '@/components/ui/input'
import { CHAPTERS_MIN, type Session } from '@/lib/recording/rules'
import { Choices } from './choices'
import { FORMATS, exportOf, type Format } from './exports'
import { fill } from '@/components/site/fill'
import type { TrackerWords } from './words'

/** The run sheet in the chosen format: seen, copied, downloaded. */
export function ExportPanel({ session, words }: { session: Session; words: TrackerWords }) {
  const texts = words.export
  const id = useId()
  const [format, setFormat] = useState<Format>('youtube')
  const [milestones, setMilestones] = useState(true)
  const [said, say] = useState('')
  const preview = useRef<HTMLTextAreaElement>(null)
  const { text, type, file, count, dropped } = exportOf(session, words, format, milestones)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      say(words.said.copied)
    } catch {
      preview.current?.select()
      say(words.said.copyYourself)
    }
  }

  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type }))
    Object.assign(document.createElement('a'), { href: address, download: file }).click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }

  return (
    <div className="grid min-w-0 content-start gap-5">
      <h3 className="text-lg">{texts.title}</h3>
      <Choices
        legend={texts.format}
        name={`${id}-format`}
        value={format}
        onChange={setFormat}
        options={FORMATS.map((value) => ({ value, text: texts[value] }))}
      />
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={milestones}
          onChange={(event) => setMilestones(event.target.checked)}
          className="size-4"
        />
        {texts.milestones}
      </label>
      <textarea
        ref={preview}
        readOnly
        value={text}
        rows={8}
        aria-label={texts.preview}
        aria-describedby={`${id}-rule`}
        spellCheck={false}
        className={`${fieldClasses} figures py-3 font-mono text-sm whitespace-pre`}
      />
      <div id={`${id}-rule`} className="grid gap-1.5 text-sm text-muted">
        <p>{{ youtube: texts.rule, podcast: texts.podcastRule, csv: texts.csvRule }[format]}</p>
        {format === 'youtube' && count < CHAPTERS_MIN && (
          <p className="text-tungsten">{fill(texts.tooFew, { count })}</p>
        )}
        {format !== 'csv' && dropped > 0 && <p>{fill(texts.dropped, { count: dropped })}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" onClick={download} className={buttonVariants()}>
          <Download aria-hidden="true" />
          {texts.download}
        </button>
        <button
          type="button"
          onClick={() => void copy()}
          className={buttonVariants({ variant: 'outline' })}
        >
          <Copy aria-hidden="true" />
          {texts.copy}
        </button>
        <span role="status" className="text-sm text-muted">
          {said}
        </span>
      </div>
    </div>
  )
}
