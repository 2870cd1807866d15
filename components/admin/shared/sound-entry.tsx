'use client'
import { AudioLines } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useEntryForm, useField } from '@/components/admin/shared/form'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { peaksOf, SOUND_TYPES, soundKind, UPLOAD_LIMIT } from '@/lib/uploads/rules'

type Props = {
  /** The field of its address, and that of its waveform. */
  names: { url: string; peaks: string }
  label: string
  initial: { url: string; peaks: string }
}

/**
 * The address of a recording: typed, or that of a file chosen here, whose waveform is drawn here
 * and which is uploaded at once.
 */
export function SoundEntry({ names, label, initial }: Props) {
  const [t, sentences] = [useTranslations('admin.form'), useTranslations('errors')]
  const { send, pending, succeeded } = useSave()
  const { id, error } = useField(names.url)
  const { form } = useEntryForm()
  const [fault, setFault] = useState<string>()
  const file = useRef<HTMLInputElement>(null)

  const upload = async (chosen: File | undefined) => {
    if (!chosen) return
    if (file.current) file.current.value = '' // So that the same file can be chosen again.
    if (chosen.size > UPLOAD_LIMIT)
      return setFault(sentences('upload_too_large', { megabytes: UPLOAD_LIMIT / 1024 / 1024 }))
    const peaks = await peaksOfFile(chosen)
    if (peaks === null) return setFault(t('notSound'))
    setFault(undefined)
    const data = new FormData()
    data.set('file', chosen)
    const answer = await send<{ url: string }>('POST', '/api/uploads', data)
    if (!answer.ok) return setFault(answer.message)
    form.setValue(names.url, answer.data.url)
    form.setValue(names.peaks, peaks)
    form.clearErrors(names.url)
    succeeded(t('soundUploaded'))
  }

  return (
    <div className="grid gap-3">
      <Field id={id} label={label} error={error ?? fault}>
        <Input
          {...form.register(names.url, {
            // A waveform is of the recording that it came with.
            onChange: () => form.setValue(names.peaks, ''),
          })}
          inputMode="url"
          placeholder="https://"
          defaultValue={initial.url}
        />
      </Field>
      <input type="hidden" {...form.register(names.peaks)} defaultValue={initial.peaks} />
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="outline" pending={pending} onClick={() => file.current?.click()}>
          <AudioLines aria-hidden="true" />
          {t('uploadSound')}
        </Button>
        <input
          ref={file}
          type="file"
          accept={SOUND_TYPES}
          aria-label={`${t('uploadSound')}: ${label}`}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => void upload(event.target.files?.[0])}
        />
        <span className="text-xs text-muted">
          {t('soundHint', { megabytes: UPLOAD_LIMIT / 1024 / 1024 })}
        </span>
      </div>
    </div>
  )
}

/** Null for what this browser cannot play, or what the server does not keep. */
async function peaksOfFile(file: File): Promise<string | null> {
  const bytes = await file.arrayBuffer()
  if (soundKind(new Uint8Array(bytes.slice(0, 16))) === null) return null
  const context = new OfflineAudioContext(1, 1, 44_100)
  const sound = await context.decodeAudioData(bytes).catch(() => null)
  return sound && peaksOf(sound.getChannelData(0))
}
