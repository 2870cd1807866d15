import { rawWords, sentencesOf } from '@/tests/support/raw-words'
import { LANGUAGES, wordsOf } from '@/tests/support/words'

test('keys and words of the program are seen, and nothing that people read', () => {
  for (const [text, found] of [
    ['Length: admin.durations.half-day', 'admin.durations.half-day'],
    ['durations.half-day', 'durations.half-day'],
    ['common.cookies.title', 'common.cookies.title'],
    ['studio_slip · aina@example.com', 'studio_slip'],
    ['status: sebab refund_failed', 'refund_failed'],
    ['Refund: none → full', null],
    ['Half day, 4 h. See studio.example/manage or aina_b@example.com', null],
    ['https://studio.example/a_b/studio_slip', null],
    ['R-000042.pdf, STRIPE_SECRET_KEY, pi_3Nabc_def', null],
  ] as const)
    expect([text, rawWords(text, 'en')]).toEqual([text, found === null ? [] : [found]])
  expect(rawWords('Status: queued → failed', 'ms')).toEqual(['queued', 'failed'])
  expect(rawWords('状态：offered → hidden', 'zh')).toEqual(['offered', 'hidden'])
})

// Names of arguments and of the choices between texts.
const ARGUMENTS = /\{\w+(?:, \w+,)?|[\w=]+ (?=\{)|[{}]/g

test.each(LANGUAGES)('no sentence of the dictionary is taken for one: %s', (language) => {
  const taken = sentencesOf(wordsOf(language)).flatMap((sentence) =>
    rawWords(sentence.replace(ARGUMENTS, ' '), language).map((word) => [word, sentence]),
  )
  expect(taken).toEqual([])
})
