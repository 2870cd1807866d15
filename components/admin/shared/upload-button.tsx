'use client'
import { RotateCw, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useSave } from '@/components/admin/shared/use-save'
import { isUnanswered } from '@/components/api'
import { HiddenFile } from '@/components/files/hidden-file'
import { SendingProgress } from '@/components/files/progress'
import { toSend } from '@/components/files/to-send'
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

/** Uploads a chosen file at once; `fault` is why the last one was not. */
export function useUpload({ check, done, said }: Stored) {
  const t = useTranslations('admin.form.file')
  const save = useSave()
  const [preparing, setPreparing] = useState(false)
  const [part, setPart] = useState<number | null>(null)
  const [fault, setFault] = useState<string>()
  /** What was not answered, and can be sent again. */
  const [unsent, setUnsent] = useState<File | null>(null)

  const send = async (file: File) => {
    setFault(undefined)
    setUnsent(null)
    setPart(0)
    const answer = await save.upload<{ url: string }>('/api/uploads', file, setPart)
    setPart(null)
    if (!answer.ok) {
      setFault(answer.message)
      if (isUnanswered(answer.error)) setUnsent(file)
      return
    }
    done(answer.data.url)
    save.succeeded(said)
  }
  const prepared = async (chosen: File): Promise<File | null> => {
    setUnsent(null)
    setPreparing(true)
    const made = await toSend(chosen, UPLOAD_LIMIT)
    const isFile = 'file' in made
    const wrong = isFile
      ? ((await check?.(made.file)) ?? undefined)
      : t(`fault.${made.fault}`, { megabytes: MEGABYTES })
    setPreparing(false)
    setFault(wrong)
    return isFile && !wrong ? made.file : null
  }
  const upload = async (chosen: File) => {
    const file = await prepared(chosen)
    if (file) await send(file)
  }
  return {
    ...{ upload, fault, part, pending: preparing || save.pending },
    again: unsent && (() => send(unsent)),
  }
}

type Props = Omit<ReturnType<typeof useUpload>, 'fault'> & {
  icon: LucideIcon
  text: string
  /** Of the field that the file is for. */
  label: string
  accept: string
}

/** A button that chooses a file and uploads it. */
export function UploadButton(props: Props) {
  const { upload, again, part, pending, icon: Icon, text, label, accept } = props
  const t = useTranslations('admin.form.file')
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="contents">
      {again && (
        <Button pending={pending} onClick={() => void again()}>
          <RotateCw aria-hidden="true" />
          <span>{t('retry')}</span>
        </Button>
      )}
      <Button variant="outline" pending={pending} onClick={() => file.current?.click()}>
        <Icon aria-hidden="true" />
        <span>{text}</span>
      </Button>
      <HiddenFile
        input={file}
        accept={accept}
        label={`${text}: ${label}`}
        onChosen={(chosen) => void upload(chosen)}
      />
      <SendingProgress part={part} label={t('sending')} />
    </div>
  )
}
