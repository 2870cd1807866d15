'use client'
import { ImageUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { UPLOAD_LIMIT, UPLOAD_TYPES } from '@/lib/uploads/rules'
import { useWatch } from 'react-hook-form'
import { useEntryForm, useField } from '@/components/admin/shared/form'

type Props = { name: string; label: string; initial: string | null }

/**
 * The address of a picture: typed, or that of a file chosen here, which is uploaded at once. Shows
 * the picture at that address.
 */
export function PictureEntry({ name, label, initial }: Props) {
  const [t, sentences] = [useTranslations('admin.form'), useTranslations('errors')]
  const { send, pending, succeeded } = useSave()
  const { id, error } = useField(name)
  const { form } = useEntryForm()
  const typed: unknown = useWatch({ control: form.control, name })
  const address = typeof typed === 'string' ? typed : (initial ?? '')
  const [broken, setBroken] = useState('')
  const [fault, setFault] = useState<string>()
  const file = useRef<HTMLInputElement>(null)

  const upload = async (chosen: File | undefined) => {
    if (!chosen) return
    if (file.current) file.current.value = '' // So that the same file can be chosen again.
    // Files of gigabytes are not uploaded only to be refused.
    if (chosen.size > UPLOAD_LIMIT)
      return setFault(sentences('upload_too_large', { megabytes: UPLOAD_LIMIT / 1024 / 1024 }))
    setFault(undefined)
    const data = new FormData()
    data.set('file', chosen)
    const answer = await send<{ url: string }>('POST', '/api/uploads', data)
    if (!answer.ok) return setFault(answer.message)
    form.setValue(name, answer.data.url)
    succeeded(t('uploaded'))
  }

  const shown = /^(\/(?!\/)|https:\/\/|http:\/\/localhost)/.test(address) && address !== broken
  return (
    <div className="grid gap-3">
      <Field id={id} label={label} error={error ?? fault}>
        <Input
          {...form.register(name)}
          inputMode="url"
          placeholder="https://"
          defaultValue={initial ?? ''}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="outline" pending={pending} onClick={() => file.current?.click()}>
          <ImageUp aria-hidden="true" />
          {t('upload')}
        </Button>
        <input
          ref={file}
          type="file"
          accept={UPLOAD_TYPES}
          aria-label={`${t('upload')}: ${label}`}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => void upload(event.target.files?.[0])}
        />
        {shown && (
          <img
            src={address}
            alt={t('picture')}
            referrerPolicy="no-referrer"
            onError={() => setBroken(address)}
            className="h-20 w-36 rounded-md border border-line object-cover"
          />
        )}
        <span className="text-xs text-muted">
          {t('uploadHint', { megabytes: UPLOAD_LIMIT / 1024 / 1024 })}
        </span>
      </div>
    </div>
  )
}
