import { useTranslations } from 'next-intl'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { CONTACT_FIELDS } from '@/lib/contacts/rules'
import type { PostedContact } from '@/lib/contacts/schema'
import { contactFieldId } from './contact-fields'

/** What became of the form that the browser submitted by itself, above its fields. */
export function ContactOutcome({ outcome }: { outcome: PostedContact | null }) {
  const t = useTranslations('contact.form')
  if (outcome === null) return null
  if (outcome === 'sent')
    return (
      <Alert variant="success" role="status" className="mb-9">
        <AlertTitle>{t('sent.title')}</AlertTitle>
        <AlertDescription>{t('sent.text')}</AlertDescription>
      </Alert>
    )
  const { message, fields } = outcome
  const wrong = CONTACT_FIELDS.filter((name) => fields[name])
  return (
    <Alert role="alert" variant="destructive" className="mb-9">
      <AlertTitle>{t('failed.text')}</AlertTitle>
      <AlertDescription className="grid gap-2">
        <p>{message}</p>
        {wrong.length > 0 && (
          <ul className="grid gap-1">
            {wrong.map((name) => (
              <li key={name}>
                <a href={`#${contactFieldId(name)}`} className="underline underline-offset-4">
                  {`${t(`labels.${name}`)}: ${fields[name]}`}
                </a>
              </li>
            ))}
          </ul>
        )}
      </AlertDescription>
    </Alert>
  )
}
