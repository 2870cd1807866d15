import { dictionary } from '@zxcvbn-ts/language-common'
import { isGuessable, wordsOf } from '@/lib/auth/rules'

const common = new Set(dictionary['passwords-common'])
const words = wordsOf([
  'owner@bintang.example',
  'Bintang Studio',
  'Level 8, Menara Bintang',
  'Jalan Bukit Bintang',
  '55100 Kuala Lumpur',
])

test('the list that ships holds what is tried first', () => {
  expect(common.size).toBeGreaterThan(10_000)
  for (const password of ['password', '12345678', 'qwertyui', 'iloveyou'])
    expect(common).toContain(password)
})

test.each([
  'password',
  'Password',
  'PASSWORD1',
  'Password123!',
  'P@ssw0rd!!',
  'pass-word',
  '12345678',
  'qwertyuiop',
  'iloveyou2026',
  '!!letmein!!',
])('%s is a common one', (password) => expect(isGuessable(password, words, common)).toBe(true))

test.each([
  'bintangstudio',
  'BintangStudio2026!',
  'B1nt4ng2026',
  'Menara-8-Bintang',
  'bukitbintang55100',
  'KualaLumpur!!!',
  'owner12345678',
  'owner-bintang-password',
  'studiostudio',
])('%s is made of what everybody knows', (password) =>
  expect(isGuessable(password, words, common)).toBe(true),
)

test.each([
  'correct horse battery',
  'correct-horse-battery-staple',
  'another-horse-battery',
  'a password of the tests',
  'bintang suria kelapa nipah',
  'x9$Kd2!f',
  'tr0ub4dor&3z',
  '马来西亚的录音室很好',
])('%s is neither', (password) => expect(isGuessable(password, words, common)).toBe(false))

test('short words count nothing, for chance puts them into good passwords', () => {
  expect(wordsOf(['Sdn. Bhd. 8 KL Menara'])).toEqual(['menara'])
})
