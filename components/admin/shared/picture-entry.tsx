'use client'
import { ImageUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { MEGABYTES, UploadButton, useUpload } from '@/components/admin/shared/upload-button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { UPLOAD_TYPES } from '@/lib/uploads/rules'
import { useWatch } from 'react-hook-form'
import { useEntryForm, useField } from '@/components/admin/shared/form'

type Props = { name: string; label: string; initial: string | null }

/**
 * The address of a picture: typed, or that of a file chosen here, which is uploaded at once. Shows
 * the picture at that address.
 */
export function PictureEntry({ name, label, initial }: Props) {
  const t = useTranslations('admin.form')
  const { id, error } = useField(name)
  const { form } = useEntryForm()
  const typed: unknown = useWatch({ control: form.control, name })
  const address = typeof typed === 'string' ? typed : (initial ?? '')
  const [broken, setBroken] = useState('')
  const { fault, ...uploading } = useUpload({
    done: (url) => form.setValue(name, url),
    said: t('uploaded'),
  })

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
        <UploadButton
          {...uploading}
          icon={ImageUp}
          text={t('upload')}
          label={label}
          accept={UPLOAD_TYPES}
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
        <span className="text-xs text-muted">{t('uploadHint', { megabytes: MEGABYTES })}</span>
      </div>
    </div>
  )
}
