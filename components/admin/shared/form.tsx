'use client'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import {
  type ComponentType,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { notice } from '@/components/browser/notice'
import { Counter } from '@/components/form/counter'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { focusControl, useSchemaForm } from '@/components/form/use-schema-form'
import { showServerErrors, useSubmit } from '@/components/form/use-submit'
import { Kept, useLeave } from '@/components/admin/shared/kept'
import type { FormAction } from '@/components/admin/shared/run-action'
import { type Saved, useSave } from '@/components/admin/shared/use-save'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import type { Elements } from '@/components/ui/elements'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Textarea } from '@/components/ui/textarea'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { TRANSLATED_LOCALES } from '@/lib/i18n/routing'

type TranslatedLocale = (typeof TRANSLATED_LOCALES)[number]

type Form = UseFormReturn<FieldValues, unknown, unknown>
type EntryState = {
  form: Form
  submit: (event: FormEvent) => Promise<void>
  pending: boolean
  /** Why it was refused, when that is shown above the form. */
  refusal: string | null
  /** The error of an empty required field; absent for the usual one. */
  incomplete: string | undefined
}

const Entry = createContext<{ id: string; form: Form; incomplete: string | undefined } | null>(null)

/** The form of useEntry; its fields below are registered with it by their names. */
export function EntryForm({
  entry,
  id: named,
  children,
  className,
}: {
  entry: EntryState
  /** Before the names of its fields in their ids; absent where no link leads to a field. */
  id?: string
  children: Elements
  className?: string
}) {
  const own = useId()
  const id = named ?? own
  return (
    <Entry value={{ id, form: entry.form, incomplete: entry.incomplete }}>
      {/* POST: before the component is hydrated, the browser would otherwise put the input,
          passwords too, into the address. */}
      <form
        method="post"
        noValidate
        onSubmit={(event) => void entry.submit(event)}
        className={className ?? 'grid gap-5'}
      >
        {entry.refusal !== null && (
          <Alert variant="destructive" role="alert">
            <AlertDescription className="text-fg">{entry.refusal}</AlertDescription>
          </Alert>
        )}
        {children}
      </form>
    </Entry>
  )
}

export function useEntryForm() {
  const entry = useContext(Entry)
  if (!entry) throw new Error('A field of an entry needs an EntryForm around it')
  return entry
}

/** What a Field of the form needs: its id and its error. */
export function useField(name: string) {
  const { id, form, incomplete } = useEntryForm()
  const errorOf = useFieldErrors(form.control, undefined, () => incomplete)
  // The server's error names all translations, not the field inside them.
  const whole = name.startsWith('translations.') ? errorOf('translations') : undefined
  return { id: `${id}-${name}`, error: errorOf(name) ?? whole }
}

type About = {
  name: string
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  wrap?: string
  /** How many characters its text may have: counted beside it, refused by the schema. */
  limit?: number
  /** The field whose error is cleared when this one changes. */
  clears?: string
}

function useRegistered(name: string, clears?: string) {
  const { form } = useEntryForm()
  return form.register(name, {
    ...(clears !== undefined && { onChange: () => form.clearErrors(clears) }),
  })
}

/** A kind of field: label, hint and error around a control that is registered by its name. */
const entryOf = <Props extends object>(Control: ComponentType<Props>) =>
  function ControlEntry({
    name,
    label,
    hint,
    required = false,
    wrap = '',
    limit,
    clears,
    ...props
  }: About & Omit<Props, keyof About>) {
    const registered = useRegistered(name, clears)
    const about = useField(name)
    return (
      <Field
        {...about}
        label={label}
        hint={hint}
        note={limit !== undefined && <Counter id={about.id} limit={limit} />}
        required={required}
        className={wrap}
      >
        <Control {...registered} {...(props as unknown as Props)} />
      </Field>
    )
  }

export const TextEntry = entryOf(Input)
export const LongTextEntry = entryOf(Textarea)
export const ChoiceEntry = entryOf(NativeSelect)

export const CheckEntry = ({
  name,
  label,
  defaultChecked,
  clears,
}: Pick<About, 'name' | 'label' | 'clears'> & { defaultChecked?: boolean }) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-medium">
    <input
      id={useField(name).id}
      type="checkbox"
      {...useRegistered(name, clears)}
      defaultChecked={defaultChecked}
      className="size-5"
    />
    <span>{label}</span>
  </label>
)

/**
 * The fields in the other languages, collapsed, because mostly the English ones change. `children`
 * renders the fields of one language.
 */
export function Translations({ children }: { children: (locale: TranslatedLocale) => Elements }) {
  const t = useTranslations('admin.form')
  return (
    <details className="group rounded-md border border-line bg-ground/40">
      <summary className="flex min-h-11 items-center justify-between gap-3 px-4 text-sm font-medium">
        {t('translations')}
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-6 border-t border-line p-4">
        {TRANSLATED_LOCALES.map((locale) => (
          <fieldset key={locale} lang={LANGUAGE_TAG[locale]} className="grid gap-4">
            <legend className="pb-2 text-sm font-semibold">{t(`languages.${locale}`)}</legend>
            {children(locale)}
          </fieldset>
        ))}
      </div>
    </details>
  )
}

export const EntryButtons = ({
  pending,
  save,
  children,
}: {
  pending: boolean
  save: string
  children?: Elements
}) => (
  <div className="flex flex-wrap items-center gap-3">
    <Button type="submit" pending={pending}>
      {save}
    </Button>
    {children}
  </div>
)

type Refusal = Saved<never> & { ok: false }

/** The call that sends a form. */
type Sending = {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
}
/** The server action that a form submits, and the parts of the address of its call. */
type Submitting = { action: FormAction; params?: Record<string, string> }

type Options<Row> = {
  /** The schema that the server uses too. */
  schema: ZodMiniType<unknown, unknown>
  /** The names of the fields, in the order of the page. */
  fields: readonly string[]
  /**
   * The initial values of a form that is created each time it opens. When absent, each field has
   * its own default, and what is typed stays when the page's rows are reloaded.
   */
  initial?: FieldValues
  /** Converts the input for the request, for example to numbers; when absent, the input is sent. */
  body?: (typed: FieldValues) => FieldValues
  /** The field for a part of the body that has another name in the form. */
  shownAt?: (part: string, typed: FieldValues) => string
  /**
   * The row's `updatedAt`. A form keeps the version that its fields were filled with until it has
   * saved: reloaded rows may contain somebody else's change.
   */
  version?: string
  /** The notice when a required field is empty; when absent only the fields show it. */
  missing?: { title: string; text: string }
  /** The error of an empty required field; absent for the usual one. */
  incomplete?: string
  /**
   * Where a refusal without a field is shown: above the form, or beside the only field it can be
   * about. When absent, it is shown in a temporary notice.
   */
  refusedAt?: 'form' | { field: string }
  /** The message for a refusal that has none; absent for the usual one. */
  failed?: string | undefined
  /** Asked before it is sent: false, and it is not. */
  before?: (sent: FieldValues) => Promise<boolean>
  /** Called at a refusal; true: it is shown there. */
  refused?: (refusal: Refusal) => boolean | void
  /** The notice after saving; the page's rows are reloaded. Absent when nothing was saved yet. */
  saved?: string | ((row: Row) => string)
  /** Called after that. */
  done?: (row: Row, form: Form) => void
}

/**
 * A form of the console that creates or changes one row, or requests something. The input is sent
 * as typed, not as parsed: the server parses it with the same schema.
 */
export function useEntry<Row>({
  schema,
  fields,
  initial,
  body = withoutEmptyTranslations,
  shownAt = (part) => part,
  version,
  missing,
  incomplete,
  refusedAt,
  failed,
  before,
  refused,
  saved,
  done,
  ...to
}: Options<Row> & (Sending | Submitting)): EntryState {
  const { send, submit: run, refresh, pending, succeeded } = useSave()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [filledWith, setFilledWith] = useState(version)
  const form = useSchemaForm<FieldValues, unknown>({
    schema: () => ({
      safeParse(typed) {
        const result = schema.safeParse(body(typed as FieldValues))
        if (result.success) return result
        const issues = result.error.issues.map(({ path, message }) => ({
          path: shownAt(path.join('.'), typed as FieldValues).split('.'),
          message,
        }))
        return { success: false, error: { issues } }
      },
    }),
    ...(initial && { defaultValues: initial }),
  })
  const refuse = (answer: Refusal) => {
    if (refused?.(answer)) return
    const first = fields.find((name) => name.startsWith('translations.'))
    const isShown = showServerErrors(
      form,
      [...fields, ...(first ? ['translations'] : [])],
      answer.error,
      (name) => focusControl(form, name === 'translations' && first ? first : name),
      (part) => shownAt(part, form.getValues()),
    )
    if (!isShown && refusedAt !== undefined)
      if (refusedAt === 'form') setRefusal(answer.message)
      else {
        form.setError(refusedAt.field, { type: 'server', message: answer.message })
        focusControl(form, refusedAt.field)
      }
  }
  const { submit } = useSubmit(form, {
    fields,
    needsCookies: true,
    async send() {
      if (pending) return // The rows are being reloaded: their version may have been replaced.
      const sent = {
        ...body(form.getValues()),
        ...(filledWith !== undefined && { version: filledWith }),
      }
      if (before && !(await before(sent))) return
      const options = { quiet: refusedAt !== undefined, failed }
      const answer =
        'action' in to
          ? await run<Row>(to.action, { params: to.params ?? {}, body: sent }, options)
          : await send<Row>(to.method, to.path, sent, options)
      if (!answer.ok) return refuse(answer)
      const { updatedAt } = (answer.data ?? {}) as { updatedAt?: string }
      if (updatedAt !== undefined) setFilledWith(updatedAt)
      if (saved !== undefined) {
        succeeded(typeof saved === 'string' ? saved : saved(answer.data))
        refresh()
      }
      done?.(answer.data, form)
    },
    onMissing: () => missing && notice.error(missing.title, missing.text),
    onRefused: (fault) => {
      throw fault // A refusal is a result here: whatever is thrown is our own fault.
    },
  })
  return {
    form,
    submit: (event) => {
      setRefusal(null)
      return submit(event)
    },
    pending,
    refusal,
    incomplete,
  }
}

/** Empty translations are sent as null, which removes them. */
export function withoutEmptyTranslations({ translations, ...rest }: FieldValues): FieldValues {
  if (typeof translations !== 'object') return rest
  const kept = Object.entries(translations as Record<string, object>).map(([locale, words]) => [
    locale,
    Object.values(words).every((text) => text === '') ? null : words,
  ])
  return { ...rest, translations: Object.fromEntries(kept) as FieldValues }
}

/** The names of the fields of these texts in the other languages. */
export const translatedFields = (words: readonly string[]): string[] =>
  TRANSLATED_LOCALES.flatMap((locale) => words.map((word) => `translations.${locale}.${word}`))

type DialogProps = { title: string; className?: string; children: Elements }

/** The dialog in which a row is edited, while it is open. */
export const EditorDialog = ({ close, ...dialog }: DialogProps & { close: () => void }) => (
  <Kept close={close}>
    <OpenEditor {...dialog} />
  </Kept>
)

function OpenEditor({ title, className, children }: DialogProps) {
  const t = useTranslations('admin.form')
  const leave = useLeave()
  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent closeLabel={t('close')} aria-describedby={undefined} className={className}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        {children}
      </DialogContent>
    </Dialog>
  )
}

type FormProps = Omit<Options<unknown>, 'done'> & {
  /** The words of its button; absent for the usual ones. */
  save?: string | undefined
  children: Elements
} & (Sending | Submitting)

/** Its form: after saving, the page is reloaded and the dialog closes. */
export function EditorForm({ save, children, ...options }: FormProps) {
  const t = useTranslations('admin.form')
  const leave = useLeave()
  const entry = useEntry({ ...options, done: leave })
  return (
    <EntryForm entry={entry}>
      {children}
      <EntryButtons pending={entry.pending} save={save ?? t('save')}>
        <Button variant="ghost" onClick={leave}>
          {t('cancel')}
        </Button>
      </EntryButtons>
    </EntryForm>
  )
}
