'use client'
import { AudioLines } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { useEntryForm, useField } from '@/components/admin/shared/form'
import { MEGABYTES, UploadButton, useUpload } from '@/components/admin/shared/upload-button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { peaksOf, SOUND_TYPES, soundKind } from '@/lib/uploads/rules'

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
  const t = useTranslations('admin.form')
  const { id, error } = useField(names.url)
  const { form } = useEntryForm()
  const peaks = useRef('')
  const { fault, ...uploading } = useUpload({
    async check(file) {
      const found = await peaksOfFile(file)
      peaks.current = found ?? ''
      return found === null ? t('notSound') : null
    },
    done(url) {
      form.setValue(names.url, url)
      form.setValue(names.peaks, peaks.current)
      form.clearErrors(names.url)
    },
    said: t('soundUploaded'),
  })

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
        <UploadButton
          {...uploading}
          icon={AudioLines}
          text={t('uploadSound')}
          label={label}
          accept={SOUND_TYPES}
        />
        <span className="text-xs text-muted">{t('soundHint', { megabytes: MEGABYTES })}</span>
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
