import * as z from 'zod/mini'
import { LIMITS } from '@/lib/limits'
import { optionalLine, shortCode, textLine } from '@/lib/text'

/** Banks at which people in Malaysia have accounts, by the names that they use. */
export const BANKS = [
  ...['Maybank', 'CIMB Bank', 'Public Bank', 'RHB Bank', 'Hong Leong Bank', 'AmBank'],
  ...['Affin Bank', 'Agrobank', 'Al Rajhi Bank', 'Alliance Bank', 'Bank Islam', 'Bank Muamalat'],
  ...['Bank Rakyat', 'BSN', 'Citibank', 'GXBank', 'HSBC', 'Kuwait Finance House', 'MBSB Bank'],
  ...['OCBC Bank', 'Standard Chartered', 'Touch ’n Go eWallet', 'UOB'],
] as const
export const OTHER_BANK = 'other'

const LEAST_DIGITS = 6
const MOST_DIGITS = 20

/** With blanks and hyphens, as it is printed on cards and statements; kept as digits. */
const accountNumber = () =>
  z.pipe(
    z.pipe(
      shortCode(60),
      z.transform((typed) => typed.replace(/[\s-]/g, '')),
    ),
    z.string().check(
      z.minLength(1, { error: 'required' }),
      z.refine((digits) => digits === '' || isNumber(digits), { error: 'account_number' }),
    ),
  )
const isNumber = (digits: string): boolean =>
  /^\d+$/.test(digits) && digits.length >= LEAST_DIGITS && digits.length <= MOST_DIGITS

const account = {
  bank: z.string({ error: 'required' }).check(
    z.minLength(1, { error: 'required' }),
    z.refine((bank) => bank === '' || bank === OTHER_BANK || BANKS.some((one) => one === bank), {
      error: 'choice',
    }),
  ),
  otherBank: optionalLine(LIMITS.bankName),
  holder: textLine(LIMITS.bankHolder),
  number: accountNumber(),
}
type Named = { bank: string; otherBank: string | null }
const namesItsBank = z.refine<Named>(
  ({ bank, otherBank }) => bank !== OTHER_BANK || otherBank !== null,
  { error: 'required', path: ['otherBank'] },
)

export const accountShape = z.object(account).check(namesItsBank)
export type AccountInput = z.output<typeof accountShape>

const token = z.string().check(z.regex(/^[\w-]{22}$/, { error: 'choice' }))
export const formQuestion = z.object({ token })
export const formAnswer = z.object({ token, ...account }).check(namesItsBank)

/** `given_back`: there is nothing to transfer any more; `ended`: its time is over. */
export type FormState = 'open' | 'answered' | 'given_back' | 'ended'

export type BankFormShown = { state: FormState; amountSen: number; until: string }

export type BankAccount = { bank: string; holder: string; number: string }

/** What the console shows of a payment's form; `none`: none was sent. `canAsk`: one can be sent. */
export type FormStanding = {
  state: FormState | 'none'
  until: string | null
  amountSen: number
  canAsk: boolean
  hasAccount: boolean
}
