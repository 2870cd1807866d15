import { useTranslations } from 'next-intl'
import type { AdminContact } from '@/lib/contacts/schema'
import { hasSentence } from '@/lib/i18n/has-sentence'

type Choice = 'subject' | 'industry' | 'companySize' | 'experience'

/** What the sender chose in the form, in the reader's language: the subject, and who they are. */
export function useContactWords() {
  const choices = useTranslations('contact.form')
  // The API accepts other texts than the form offers.
  const chosen = (contact: AdminContact, field: Choice) => {
    const value = contact[field]
    const key = `${field}.${value}`
    return value !== null && hasSentence(choices, key) ? choices(key) : value
  }
  return {
    subjectOf: (contact: AdminContact) => chosen(contact, 'subject') ?? contact.subject,
    aboutOf: (contact: AdminContact) =>
      [
        contact.company,
        contact.designation,
        chosen(contact, 'industry'),
        chosen(contact, 'companySize'),
        chosen(contact, 'experience'),
        contact.topics,
      ]
        .filter(Boolean)
        .join(' · '),
  }
}
