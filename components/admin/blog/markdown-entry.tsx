'use client'
import {
  Bold,
  Eye,
  Heading2,
  Image,
  Italic,
  Link2,
  List,
  ListOrdered,
  Pencil,
  Quote,
} from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState, type KeyboardEvent } from 'react'
import { useEntryForm, useField } from '@/components/admin/shared/form'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { Tip, TooltipProvider } from '@/components/ui/tooltip'
import { marked, replaced, type Mark } from './marks'
import '@/components/blog/prose.css'

const TOOLS = {
  bold: Bold,
  italic: Italic,
  heading: Heading2,
  link: Link2,
  list: List,
  numbers: ListOrdered,
  quote: Quote,
  image: Image,
} as const
const KEYS: Record<string, Mark> = { b: 'bold', i: 'italic', k: 'link' }

type Props = { name: string; label: string; initial: string; required?: boolean }

/**
 * Markdown with a toolbar and a preview, made by the server with the renderer of the page itself.
 */
export function MarkdownEntry({ name, label, initial, required = false }: Props) {
  const t = useTranslations('admin.blog.markdown')
  const { id, error } = useField(name)
  const { form } = useEntryForm()
  const { send, pending } = useSave()
  const [preview, setPreview] = useState<string | null>(null)
  const area = () => document.getElementById(id) as HTMLTextAreaElement | null

  const apply = (mark: Mark) => {
    const field = area()
    if (!field) return
    const { text, from, to } = marked(
      mark,
      { text: field.value, from: field.selectionStart, to: field.selectionEnd },
      t('sample'),
    )
    const part = replaced(field.value, text)
    field.focus()
    field.setSelectionRange(part.from, part.to)
    // As if typed: a value that is set can not be undone, nor what was typed before it.
    if (!document.execCommand('insertText', false, part.by)) form.setValue(name, text)
    field.setSelectionRange(from, to)
  }
  const press = (event: KeyboardEvent) => {
    const mark = event.ctrlKey || event.metaKey ? KEYS[event.key.toLowerCase()] : undefined
    if (!mark) return
    event.preventDefault()
    apply(mark)
  }
  const toggle = async () => {
    if (preview !== null) return setPreview(null)
    const answer = await send<{ html: string }>('POST', '/api/blog-posts/preview', {
      content: area()?.value ?? '',
    })
    if (answer.ok) setPreview(answer.data.html)
  }

  return (
    <div className="grid min-w-0 gap-2">
      <Field id={id} label={label} error={error} required={required} hint={t('hint')}>
        <Textarea
          {...form.register(name)}
          defaultValue={initial}
          hidden={preview !== null}
          onKeyDown={press}
          className="max-h-[36rem] min-h-56 font-mono text-sm"
        />
      </Field>
      {preview !== null && (
        <section
          aria-label={t('previewOf', { label })}
          tabIndex={0}
          className={
            'prose max-h-[36rem] min-w-0 overflow-auto rounded-md border border-line ' +
            'bg-ground p-4 sm:p-6'
          }
          dangerouslySetInnerHTML={{ __html: preview || t('nothing') }}
        />
      )}
      <div
        className="flex flex-wrap items-center gap-1"
        role="toolbar"
        aria-label={t('toolbar', { label })}
      >
        <TooltipProvider>
          {preview === null &&
            (Object.keys(TOOLS) as Mark[]).map((mark) => {
              const Icon = TOOLS[mark]
              return (
                <Tip key={mark} word={t(mark)}>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={t(mark)}
                    onClick={() => apply(mark)}
                  >
                    <Icon aria-hidden="true" />
                  </Button>
                </Tip>
              )
            })}
        </TooltipProvider>
        <Button
          variant="outline"
          pending={pending}
          aria-pressed={preview !== null}
          onClick={() => void toggle()}
          className="ml-auto"
        >
          {preview === null ? <Eye aria-hidden="true" /> : <Pencil aria-hidden="true" />}
          <span>{t(preview === null ? 'preview' : 'write')}</span>
        </Button>
      </div>
    </div>
  )
}
