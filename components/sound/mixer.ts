/** Recordings of the same words, played together with one of them heard. */
export type Mixer = {
  /** Seconds. */
  length: number
  play(from: number): void
  pause(): void
  /** Which one is heard, from now on. */
  choose(index: number): void
  position(): number
}

const FADE_SECONDS = 0.06

/** Reads all of them. Throws where one cannot be read or played. */
export async function mixerOf(
  context: AudioContext,
  urls: readonly string[],
  first: number,
): Promise<Mixer> {
  const buffers = await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url)
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
      return context.decodeAudioData(await answer.arrayBuffer())
    }),
  )
  const gains = buffers.map((_, index) => {
    const gain = context.createGain()
    gain.gain.value = index === first ? 1 : 0
    gain.connect(context.destination)
    return gain
  })
  const length = Math.max(...buffers.map(({ duration }) => duration))
  let sources: AudioBufferSourceNode[] = []
  let begunAt = 0
  return {
    length,
    play(from) {
      sources = buffers.map((buffer, index) => {
        const source = context.createBufferSource()
        source.buffer = buffer
        source.connect(gains[index]!)
        source.start(context.currentTime, Math.min(from, buffer.duration))
        return source
      })
      begunAt = context.currentTime - from
    },
    pause() {
      for (const source of sources) source.stop()
      sources = []
    },
    choose(chosen) {
      const now = context.currentTime
      for (const [index, { gain }] of gains.entries()) {
        gain.cancelScheduledValues(now)
        gain.setValueAtTime(gain.value, now)
        gain.linearRampToValueAtTime(index === chosen ? 1 : 0, now + FADE_SECONDS)
      }
    },
    position: () => Math.min(length, context.currentTime - begunAt),
  }
}
