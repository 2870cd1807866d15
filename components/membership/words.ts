import { getMessages } from 'next-intl/server'
import { sentencesOf } from '@/components/sentences'
import type en from '@/messages/en.json'

type Dictionary = typeof en
export type JoinWords = Dictionary['membership']['join']
export type MemberWords = Dictionary['membership']['member']
export type FieldWords = Pick<
  Dictionary['errors']['fields'],
  'required' | 'text' | 'too_long' | 'control' | 'email' | 'phone' | 'choice' | 'code' | 'invalid'
>

/**
 * The sentences of the islands, as they stand in the dictionary: as props they cost less than a
 * provider's code.
 */
export async function membershipWords(): Promise<{
  join: JoinWords
  member: MemberWords
  joinNow: string
  faults: FieldWords
}> {
  const { membership, errors } = (await getMessages()) as Dictionary
  const { required, text, too_long, control, email, phone, choice, code, invalid } = errors.fields
  return {
    join: sentencesOf(membership.join),
    member: sentencesOf(membership.member),
    joinNow: membership.joinNow,
    faults: sentencesOf({ required, text, too_long, control, email, phone, choice, code, invalid }),
  }
}
