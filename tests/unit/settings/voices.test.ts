import { SETTINGS } from '@/lib/settings/schema'
import { NO_RECORDING, NO_VOICES, voiceIn } from '@/lib/settings/voices'

const at = (end: string) => ({
  url: `/api/uploads/${'a'.repeat(40)}.${end}`,
  peaks: '0'.repeat(160),
})
const sentence = {
  text: 'Welcome to episode one.',
  onPhone: at('mp3'),
  onBasic: NO_RECORDING,
  onPremium: at('wav'),
}
const read = (change: object) => SETTINGS.voices.body.safeParse({ ...NO_VOICES, ...change })

test('a language without recordings uses another’s; where there is nothing to compare, nothing is shown', () => {
  expect(voiceIn('en', NO_VOICES)).toBeNull()
  expect(voiceIn('zh', { ...NO_VOICES, ms: sentence })).toMatchObject({
    lang: 'ms',
    takes: [{ kind: 'onPhone' }, { kind: 'onPremium' }],
  })
  expect(voiceIn('zh', { ...NO_VOICES, ms: sentence, zh: sentence })?.lang).toBe('zh')
  expect(voiceIn('ms', { ...NO_VOICES, ms: { ...sentence, onPhone: NO_RECORDING } })).toBeNull()
})

test('recordings are uploads of this site, beside the words that are heard', () => {
  expect(read({}).success).toBe(true)
  expect(read({ en: sentence }).success).toBe(true)
  const fault = (change: object) =>
    read({ en: { ...sentence, ...change } }).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ])
  expect(fault({ text: '' })).toEqual([['en.text', 'required']])
  for (const url of ['https://example.com/a.mp3', `/api/uploads/${'a'.repeat(40)}.webp`])
    expect(fault({ onBasic: { url, peaks: '' } })).toEqual([['en.onBasic.url', 'sound_upload']])
  expect(fault({ onBasic: { ...at('mp3'), peaks: '0' } })).toEqual([
    ['en.onBasic.peaks', 'invalid'],
  ])
})
