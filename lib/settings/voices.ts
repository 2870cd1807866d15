import { LOCALES, type Locale } from '@/lib/i18n/routing'

// One sentence, recorded in different ways, in each language: the owner's own recordings. Pure.

export const VOICE_KINDS = ['onPhone', 'onBasic', 'onPremium'] as const
export type VoiceKind = (typeof VOICE_KINDS)[number]
/** Both empty: there is none. `peaks`: see lib/uploads/rules.ts. */
export type VoiceRecording = { url: string; peaks: string }
export type Sentence = { text: string } & Record<VoiceKind, VoiceRecording>
export type Voices = Record<Locale, Sentence>

export const NO_RECORDING: VoiceRecording = { url: '', peaks: '' }
const NO_VOICE: Sentence = {
  text: '',
  onPhone: NO_RECORDING,
  onBasic: NO_RECORDING,
  onPremium: NO_RECORDING,
}
export const NO_VOICES: Voices = { en: NO_VOICE, ms: NO_VOICE, zh: NO_VOICE }

export type Take = VoiceRecording & { kind: VoiceKind }
export type ShownVoice = { text: string; lang: Locale; takes: Take[] }

/** In `locale`, or in the first language that has some; null while there is nothing to compare. */
export function voiceIn(locale: Locale, voices: Voices): ShownVoice | null {
  for (const lang of [locale, ...LOCALES]) {
    const { text, ...recordings } = voices[lang]
    const takes = VOICE_KINDS.flatMap((kind) =>
      recordings[kind].url === '' ? [] : { kind, ...recordings[kind] },
    )
    if (text !== '' && takes.length > 1) return { text, lang, takes }
  }
  return null
}
