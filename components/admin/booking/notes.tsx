'use client'
import { Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { EditorDialog, EditorForm, LongTextEntry } from '@/components/admin/shared/form'
import { useMoment } from '@/components/admin/shared/moment'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import { noteBody, type OwnerNote } from '@/lib/admin/bookings/schema'
import { LIMITS } from '@/lib/limits'

type Props = {
  bookingId: number
  notes: readonly OwnerNote[]
  /** They cannot be removed. */
  fixed?: boolean
}

/** What the owner noted about a booking, for nobody else. */
export function Notes({ bookingId, notes, fixed = false }: Props) {
  const t = useTranslations('admin.sheet')
  const moment = useMoment()
  const { send, refresh, pending } = useSave()
  const remove = async (id: number) => {
    if ((await send('DELETE', `/api/admin/bookings/${bookingId}/notes/${id}`)).ok) refresh()
  }
  return (
    <ul className="grid gap-2 text-sm">
      {notes.map(({ id, text, author, at }) => (
        <li key={id} className="flex items-start justify-between gap-2">
          <span className="grid gap-0.5">
            <span className="whitespace-pre-line wrap-anywhere">{text}</span>
            <span className="text-xs text-muted">{`${author} · ${moment(at)}`}</span>
          </span>
          {!fixed && (
            <Button
              variant="ghost"
              size="icon"
              disabled={pending}
              aria-label={t('removeNote')}
              onClick={() => void remove(id)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

type DialogProps = { bookingId: number; submit: FormAction; close: () => void }

export function NoteDialog({ bookingId, submit, close }: DialogProps) {
  const t = useTranslations('admin.sheet')
  return (
    <EditorDialog title={t('note')} close={close}>
      <EditorForm
        action={submit}
        params={{ id: String(bookingId) }}
        schema={noteBody}
        fields={['text']}
        initial={{ text: '' }}
        refusedAt={{ field: 'text' }}
        saved={t('noteSaved')}
      >
        <LongTextEntry name="text" label={t('noteText')} limit={LIMITS.note} rows={4} required />
      </EditorForm>
    </EditorDialog>
  )
}
