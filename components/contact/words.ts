import { getMessages } from 'next-intl/server'
import { sentencesOf } from '@/components/sentences'
import type en from '@/messages/en.json'

type Dictionary = typeof en
export type ContactWords = Dictionary['contact']['form']
export type FieldWords = Pick<
  Dictionary['errors']['fields'],
  'required' | 'text' | 'too_long' | 'control' | 'email' | 'phone' | 'choice' | 'invalid'
>

/**
 * The sentences of the form, as they stand in the dictionary: as props they cost a fifth of what a
 * provider costs.
 */
export async function contactWords(): Promise<{ words: ContactWords; faults: FieldWords }> {
  const { contact, errors } = await getMessages()
  const { required, text, too_long, control, email, phone, choice, invalid } = errors.fields
  return {
    words: sentencesOf(contact.form),
    faults: sentencesOf({ required, text, too_long, control, email, phone, choice, invalid }),
  }
}
