'use client'
import type { LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import { UPLOAD_LIMIT } from '@/lib/uploads/rules'

type Stored = {
  /** Before it is sent, what is wrong with a file that is not too large; null for nothing. */
  check?: (file: File) => Promise<string | null>
  done: (url: string) => void
  /** What the owner is told. */
  said: string
}

export const MEGABYTES = UPLOAD_LIMIT / 1024 / 1024

/** Uploads a chosen file at once; `fault` is why the last one was not. Needs the messages errors. */
export function useUpload({ check, done, said }: Stored) {
  const sentences = useTranslations('errors')
  const { send, pending, succeeded } = useSave()
  const [fault, setFault] = useState<string>()
  const upload = async (chosen: File) => {
    // Files of gigabytes are not read or uploaded only to be refused.
    if (chosen.size > UPLOAD_LIMIT)
      return setFault(sentences('upload_too_large', { megabytes: MEGABYTES }))
    const wrong = await check?.(chosen)
    if (wrong) return setFault(wrong)
    setFault(undefined)
    const data = new FormData()
    data.set('file', chosen)
    const answer = await send<{ url: string }>('POST', '/api/uploads', data)
    if (!answer.ok) return setFault(answer.message)
    done(answer.data.url)
    succeeded(said)
  }
  return { upload, pending, fault }
}

type Props = Pick<ReturnType<typeof useUpload>, 'upload' | 'pending'> & {
  icon: LucideIcon
  text: string
  /** Of the field that the file is for. */
  label: string
  accept: string
}

/** A button that chooses a file and uploads it. */
export function UploadButton({ upload, pending, icon: Icon, text, label, accept }: Props) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="contents">
      <Button variant="outline" pending={pending} onClick={() => file.current?.click()}>
        <Icon aria-hidden="true" />
        <span>{text}</span>
      </Button>
      <input
        ref={file}
        type="file"
        accept={accept}
        aria-label={`${text}: ${label}`}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) void upload(chosen)
          target.value = '' // So that the same file can be chosen again.
        }}
      />
    </div>
  )
}
