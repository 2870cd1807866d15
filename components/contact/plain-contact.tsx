import { useLocale, useTranslations } from 'next-intl'
import { DataNotice } from '@/components/legal/consent'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button-variants'
import { CONTACT_FIELDS } from '@/lib/contacts/rules'
import type { RefusedContact } from '@/lib/contacts/schema'
import { ContactFields, contactFieldId } from './contact-fields'

type Props = {
  action: (form: FormData) => Promise<void>
  /** Identifies this form: submitted twice, it is one message. */
  formKey: string
  /** The errors of the last submission; null when there were none. */
  refused: RefusedContact | null
  /** It was submitted, and the input has expired. */
  isStale: boolean
}

/** The contact form that the browser submits by itself; nothing here needs code. */
export function PlainContact({ action, formKey, refused, isStale }: Props) {
  const t = useTranslations('contact.form')
  return (
    <form
      action={action}
      noValidate
      className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_auto_1fr]"
    >
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="language" value={useLocale()} />
      <ProblemSummary refused={refused} isStale={isStale} />
      <ContactFields
        control={(name) => ({ name, defaultValue: refused?.typed[name] })}
        errorOf={(name) => refused?.fields[name]}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 self-start">
        <button type="submit" className={`${buttonVariants({ size: 'lg' })} min-w-48`}>
          {t('send')}
        </button>
        <div className="grid gap-1">
          <p className="text-sm text-muted">{t('privacy')}</p>
          <DataNotice />
        </div>
      </div>
    </form>
  )
}

/** The errors, at the top of the form: the address leads here, and so does the focus. */
function ProblemSummary({ refused, isStale }: Pick<Props, 'refused' | 'isStale'>) {
  const t = useTranslations('contact.form')
  const plain = useTranslations('contact.plain')
  if (!refused && !isStale) return null
  const wrong = CONTACT_FIELDS.filter((name) => refused?.fields[name])
  return (
    <Alert
      id="problem"
      role="alert"
      tabIndex={-1}
      variant="destructive"
      className="scroll-mt-24 outline-none focus-visible:outline-2 lg:col-span-2"
    >
      <AlertTitle>{t('failed.text')}</AlertTitle>
      <AlertDescription className="grid gap-2">
        <p>{refused ? refused.message : plain('stale')}</p>
        {wrong.length > 0 && (
          <ul className="grid gap-1">
            {wrong.map((name) => (
              <li key={name}>
                <a href={`#${contactFieldId(name)}`} className="underline underline-offset-4">
                  {`${t(`labels.${name}`)}: ${refused?.fields[name]}`}
                </a>
              </li>
            ))}
          </ul>
        )}
      </AlertDescription>
    </Alert>
  )
}
