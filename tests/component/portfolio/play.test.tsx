import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fireEvent } from '@testing-library/dom'
import { act } from 'react'
import { NextIntlClientProvider } from 'next-intl'
import { Play } from '@/components/portfolio/play'
import { Thumbnail } from '@/components/portfolio/thumbnail'
import { kept } from '../booking/support'
import { videoOf } from '@/lib/content/rules'
import en from '@/messages/en.json'

const show = (url: string) => {
  const video = videoOf(url)
  if (!video) throw new Error('no video')
  return render(
    <NextIntlClientProvider locale="en" messages={en}>
      <Play video={video} title="Table for Four" />
    </NextIntlClientProvider>,
  )
}

// jsdom has no modal dialogs; the browser's own focus and Escape are tested in the browser.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  HTMLMediaElement.prototype.pause = () => undefined
})

test('nothing of the player is there before it is asked for, nor after it is closed', async () => {
  const { container } = show('https://youtu.be/abcdefghijk')
  expect(container.querySelector('iframe, video, dialog')).toBeNull()
  expect(screen.getByText(/^Playing this connects you to YouTube/)).toBeInTheDocument()
  const play = screen.getByRole('link', { name: 'Play from YouTube: Table for Four' })
  // Where a click before hydration leads.
  expect(play).toHaveAttribute(
    'href',
    expect.stringMatching(/^https:\/\/www\.youtube-nocookie\.com/),
  )
  await userEvent.click(play)
  expect(screen.getByRole('dialog', { name: 'Table for Four' })).toBeInTheDocument()
  expect(screen.getByTitle('Table for Four')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&rel=0',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Close the video' }))
  expect(container.querySelector('iframe, dialog')).toBeNull()
})

test('a file plays in the browser’s own player, and says so when it cannot', async () => {
  const { container } = show('https://cdn.example.com/show.mp4')
  await userEvent.click(screen.getByRole('link', { name: 'Play video: Table for Four' }))
  const video = container.querySelector('video') as HTMLVideoElement
  expect(video).toHaveAttribute('src', 'https://cdn.example.com/show.mp4')
  fireEvent.error(video)
  expect(screen.getByRole('alert')).toHaveTextContent('cannot be played')
})

test('what may not be framed is a link to a new tab', () => {
  show('https://tv.example.com/programmes/12')
  const link = screen.getByRole('link', {
    name: 'Watch on tv.example.com: Table for Four (opens in a new tab)',
  })
  expect(link).toHaveAttribute('href', 'https://tv.example.com/programmes/12')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

// Seen in pages whose recording went on behind the next page, or began again on the way back.
describe('real life: the page is left while a recording plays', () => {
  const play = () => screen.getByRole('link', { name: 'Play video: Table for Four' })
  const playing = () => document.querySelector('dialog, video')
  const file = videoOf('https://cdn.example.com/show.mp4')
  const open = () => {
    if (!file) throw new Error('no video')
    const { page, leave, comeBack } = kept(
      <NextIntlClientProvider locale="en" messages={en}>
        <Play video={file} title="Table for Four" />
      </NextIntlClientProvider>,
    )
    render(page)
    return { leave, comeBack }
  }

  test('kept by the router: it is paused and closed at once, and does not begin again', async () => {
    const { leave, comeBack } = open()
    await userEvent.click(play())
    const pause = jest.spyOn(HTMLMediaElement.prototype, 'pause')
    const close = jest.spyOn(HTMLDialogElement.prototype, 'close')
    expect(await screen.findByRole('dialog')).toBeInTheDocument()
    await leave()
    expect([pause, close].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    expect(playing()).toBeNull()
    await comeBack()
    expect(playing()).toBeNull()
  })

  test('kept by the browser: it is closed before', async () => {
    open()
    await userEvent.click(play())
    expect(playing()).not.toBeNull()
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(playing()).toBeNull()
  })

  test('it does not open on the way back when its player had not arrived', async () => {
    const { leave, comeBack } = open()
    fireEvent.click(play())
    await leave()
    await comeBack()
    expect(playing()).toBeNull()
    await userEvent.click(play())
    expect(playing()).not.toBeNull()
  })
})

describe('the owner’s picture', () => {
  const picture = () =>
    render(
      <Thumbnail src="https://example.com/a.jpg" className="x">
        <span>our scene</span>
      </Thumbnail>,
    )

  test('is shown, and gives way to ours when it breaks', () => {
    const { container } = picture()
    expect(screen.queryByText('our scene')).toBeNull()
    fireEvent.error(container.querySelector('img') as HTMLImageElement)
    expect(screen.getByText('our scene')).toBeInTheDocument()
    expect(container.querySelector('img')).toBeNull()
  })

  test('that broke before the script came is noticed too', () => {
    jest.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
    act(() => void picture())
    expect(screen.getByText('our scene')).toBeInTheDocument()
  })
})
