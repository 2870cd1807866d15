// What is heard: nothing before it is asked for, and one place in all recordings of a sentence.
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactElement } from 'react'
import { Listen } from '@/components/portfolio/listen'
import { Compare } from '@/components/sound/compare'
import en from '@/messages/en.json'

const show = (children: ReactElement) =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      {children}
    </NextIntlClientProvider>,
  )
const peaks = '0z'.repeat(80)
const takes = [
  { kind: 'onPhone' as const, url: '/api/uploads/a.mp3', peaks },
  { kind: 'onPremium' as const, url: '/api/uploads/b.mp3', peaks },
]

// The browser's sound, of which jsdom has none: what is asked of it, in order.
const asked: string[] = []
let now = 0
class Sound {
  destination = {}
  state = 'running'
  gains = 0
  get currentTime() {
    return now
  }
  createGain() {
    const name = `gain ${this.gains++}`
    const ramp = (to: number, at: number) => asked.push(`${name} to ${to} at ${at.toFixed(2)}`)
    const gain = {
      value: 1,
      cancelScheduledValues: () => undefined,
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: ramp,
    }
    return { gain, connect: () => undefined }
  }
  createBufferSource() {
    return {
      connect: () => undefined,
      start: (_: number, from: number) => asked.push(`start from ${from.toFixed(1)}`),
      stop: () => asked.push('stop'),
    }
  }
  decodeAudioData = () => Promise.resolve({ duration: 12 })
  close = () => Promise.resolve(void asked.push('close'))
}
const fetched: string[] = []
beforeEach(() => {
  now = 0
  asked.length = fetched.length = 0
  Object.assign(globalThis, { AudioContext: Sound })
  globalThis.fetch = (async (path: string) => {
    fetched.push(path)
    return { ok: !path.includes('gone'), status: 404, arrayBuffer: async () => new ArrayBuffer(8) }
  }) as never
})

test('all recordings are read at the first press, and the switch fades while they play', async () => {
  const { unmount } = show(<Compare takes={takes} />)
  expect(fetched).toEqual([])
  await userEvent.click(screen.getByRole('radio', { name: 'Premium' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Phone on a café table' }))
  expect(fetched).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Play' }))
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible()
  expect(fetched).toEqual(['/api/uploads/a.mp3', '/api/uploads/b.mp3'])
  expect(asked.filter((call) => call.startsWith('start'))).toEqual([
    'start from 0.0',
    'start from 0.0',
  ])

  asked.length = 0
  now = 4
  await userEvent.click(screen.getByRole('radio', { name: 'Premium' }))
  expect(asked).toEqual(['gain 0 to 0 at 4.06', 'gain 1 to 1 at 4.06'])
  await waitFor(() => expect(screen.getByText('0:04 / 0:12')).toBeVisible())
  expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '0:04')

  asked.length = 0
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(asked).toEqual(['stop', 'stop'])
  await userEvent.click(screen.getByRole('button', { name: 'Play' }))
  expect(asked.slice(2)).toEqual(['start from 4.0', 'start from 4.0'])
  expect(fetched).toHaveLength(2)
  unmount()
  expect(asked.at(-1)).toBe('close')
})

test('a recording that is gone is said, and can be asked for again', async () => {
  show(<Compare takes={[takes[0]!, { ...takes[1]!, url: '/api/uploads/gone.mp3' }]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Play' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('cannot be played here')
  expect(asked).toEqual(['close'])
  await userEvent.click(screen.getByRole('button', { name: 'Play' }))
  await waitFor(() => expect(fetched).toHaveLength(4))
})

test('the tune of a sample is not said to be the recording, nor as long', () => {
  show(<Listen src="/pictures/one.mp3" peaks={peaks} title="One" duration="48 min" isSample />)
  expect(screen.getByRole('link', { name: 'Hear a sample tune: One' })).toBeVisible()
  expect(screen.queryByText(/48 min/)).toBeNull()
})

test('a work is heard once it is asked for, and one at a time', async () => {
  const heard: string[] = []
  const media = HTMLMediaElement.prototype
  media.play = async function (this: HTMLMediaElement) {
    heard.push(`play ${this.getAttribute('src')}`)
    // As in a browser: after the call.
    await Promise.resolve()
    act(() => void this.dispatchEvent(new Event('play')))
  }
  media.pause = function (this: HTMLMediaElement) {
    heard.push(`pause ${this.getAttribute('src')}`)
    void Promise.resolve().then(() => act(() => void this.dispatchEvent(new Event('pause'))))
  }
  const { container, unmount } = show(
    <>
      <Listen src="/one.mp3" peaks={peaks} title="One" duration="48 min" />
      <Listen src="/two.mp3" peaks="" title="Two" duration={null} />
    </>,
  )
  expect(container.querySelector('audio')).toBeNull()
  // Where a click before hydration leads.
  const link = screen.getByRole('link', { name: 'Listen · 48 min: One' })
  expect(link).toHaveAttribute('href', '/one.mp3')
  await userEvent.click(link)
  expect(await screen.findByRole('button', { name: 'Pause: One' })).toHaveFocus()
  await userEvent.click(screen.getByRole('link', { name: 'Listen: Two' }))
  expect(await screen.findByRole('button', { name: 'Pause: Two' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Play: One' })).toBeVisible()
  expect(heard).toEqual(['play /one.mp3', 'pause /one.mp3', 'play /two.mp3'])
  unmount()
  expect(heard.slice(3)).toEqual(['pause /one.mp3', 'pause /two.mp3'])
})
