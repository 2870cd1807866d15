import '@testing-library/jest-dom'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Upload } from 'lucide-react'
import { UploadButton, useUpload } from '@/components/admin/shared/upload-button'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { SlipForm } from '@/components/manage/slip-form'
import { SLIP_LIMIT, UPLOAD_LIMIT } from '@/lib/uploads/rules'
import { fileCalls, type FileCall } from '@/tests/support/file-calls'
import { show } from '../booking/support'

const TOKEN = 'Zr3vX0kq9cM_2bL7tQ1wAg'
const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47]
const HEIC = [0, 0, 0, 24, ...Buffer.from('ftypheic')]
const PDF = [...Buffer.from('%PDF-1.7')]

const transfer = { account: null, amount: '107.17', reference: '42', until: null, slipSentAt: null }
const onSent = jest.fn()
let sent: FileCall[]

/** What the browser makes of a picture: its sides and the type; null where it cannot open it. */
let drawn: [number, number, string][]
let opens: { width: number; height: number } | null
/** Bytes of what is drawn with a longer side of this many pixels. */
let bytesAt: (side: number) => number

beforeEach(() => {
  sent = fileCalls()
  drawn = []
  opens = { width: 4000, height: 3000 }
  bytesAt = () => 900_000
  onSent.mockClear()
  // jsdom has neither.
  File.prototype.arrayBuffer = Blob.prototype.arrayBuffer = function (this: Blob) {
    return new Promise((resolve, reject) => {
      const reader = new FileReader()
      reader.onload = () => resolve(reader.result as ArrayBuffer)
      reader.onerror = () => reject(reader.error as Error)
      reader.readAsArrayBuffer(this)
    })
  }
  globalThis.createImageBitmap = (async () => {
    if (!opens) throw new DOMException('The source image could not be decoded.')
    return { ...opens, close() {} }
  }) as unknown as typeof createImageBitmap
  HTMLCanvasElement.prototype.getContext = (() => ({
    drawImage() {},
  })) as unknown as HTMLCanvasElement['getContext']
  HTMLCanvasElement.prototype.toBlob = function (done, type = '') {
    drawn.push([this.width, this.height, type])
    done(new Blob([new Uint8Array(bytesAt(Math.max(this.width, this.height)))], { type }))
  }
})

const file = (first: number[], size: number, name = 'slip') => {
  const bytes = new Uint8Array(size)
  bytes.set(first.slice(0, size))
  return new File([bytes], name)
}
const open = () => show(<SlipForm transfer={transfer} token={TOKEN} onSent={onSent} />)
const choose = (chosen: File) =>
  userEvent.upload(screen.getByLabelText(/^Slip as PDF/), chosen, { applyAccept: false })
const arrived = async () => {
  await act(async () => {
    await new Promise((done) => setTimeout(done, 20))
  })
  return sent.at(-1)
}

describe('a slip and a limit of the server', () => {
  test('a photograph above it is made smaller before it is sent', async () => {
    open()
    await choose(file(JPEG, SLIP_LIMIT + 1))
    const call = await arrived()
    expect(call).toMatchObject({ path: `/api/manage/${TOKEN}/slip` })
    expect([call?.file.size, call?.file.type]).toEqual([900_000, 'image/jpeg'])
    expect(drawn).toEqual([[1920, 1440, 'image/jpeg']])
    await act(async () => call?.answer({ status: 204 }))
    expect(onSent).toHaveBeenCalledTimes(1)
  })

  test('a screenshot above it stays a PNG, smaller until it fits', async () => {
    bytesAt = (side) => (side > 1440 ? SLIP_LIMIT + 1 : 700_000)
    open()
    await choose(file(PNG, SLIP_LIMIT + 1))
    expect((await arrived())?.file.type).toBe('image/png')
    expect(drawn.map(([width]) => width)).toEqual([1920, 1440])
  })

  test.each([
    ['a photograph below it', JPEG, SLIP_LIMIT],
    ['a PDF', PDF, SLIP_LIMIT],
    ['a HEIC that this browser cannot open', HEIC, 5000],
  ])('%s is sent as it is', async (_, first, size) => {
    opens = null
    open()
    await choose(file(first, size))
    expect((await arrived())?.file.size).toBe(size)
  })

  test('a HEIC that this browser opens is sent as a JPEG, which the server opens', async () => {
    open()
    await choose(file(HEIC, 5000))
    expect((await arrived())?.file.type).toBe('image/jpeg')
  })

  test.each([
    ['a HEIC', HEIC, /cannot make it smaller.* screenshot/],
    ['a photograph', JPEG, /cannot make it smaller.* screenshot/],
    ['a PDF', PDF, /larger than 4 MB.* screenshot of the slip/],
  ])('%s that stays above it is answered with what to do', async (_, first, said) => {
    opens = null
    open()
    await choose(file(first, SLIP_LIMIT + 1))
    expect(await screen.findByText(said)).toBeVisible()
    expect(sent).toEqual([])
  })

  test('an empty file is said to be empty', async () => {
    open()
    await choose(file([], 0))
    expect(await screen.findByText(/^This file is empty\./)).toBeVisible()
    expect(sent).toEqual([])
  })
})

describe('a slip and a connection that is slow or lost', () => {
  test('it shows how much of it has been sent', async () => {
    open()
    await choose(file(PDF, 1000))
    const call = await arrived()
    act(() => call?.progress(450, 1000))
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '0.45')
    expect(screen.getByText('45 %')).toBeVisible()
    await act(async () => call?.answer({ status: 204 }))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test('the same file is sent again without being chosen again', async () => {
    open()
    await choose(file(PDF, 1000))
    const call = await arrived()
    await act(async () => call?.answer('no connection'))
    expect(screen.getByText(/could not be sent/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send it again' }))
    const again = await arrived()
    expect([sent.length, again?.file.size]).toEqual([2, 1000])
    await act(async () => again?.answer({ status: 204 }))
    expect(onSent).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull()
  })

  test('what the server refused for what it is, is not sent again', async () => {
    open()
    await choose(file(PDF, 1000))
    const call = await arrived()
    await act(async () =>
      call?.answer({ status: 400, body: { message: 'We cannot open this file.' } }),
    )
    expect(screen.getByText('We cannot open this file.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull()
  })

  test('it waits longer for its answer than the server does for the file', async () => {
    open()
    await choose(file(PDF, 1000))
    expect((await arrived())?.timeout).toBe(240_000)
  })
})

describe('a picture of the console', () => {
  const done = jest.fn()
  function Entry() {
    const { fault, ...uploading } = useUpload({ done, said: 'Uploaded' })
    return (
      <>
        <UploadButton {...uploading} icon={Upload} text="Upload" label="Cover" accept="" />
        <p>{fault}</p>
      </>
    )
  }
  const put = (chosen: File) =>
    userEvent.upload(screen.getByLabelText('Upload: Cover'), chosen, { applyAccept: false })

  test('above its limit is made smaller, shows its progress, and is sent again', async () => {
    show(
      <SaveFrame>
        <Entry />
      </SaveFrame>,
    )
    await put(file(JPEG, UPLOAD_LIMIT + 1))
    const call = await arrived()
    expect([call?.path, call?.file.size]).toEqual(['/api/uploads', 900_000])
    act(() => call?.progress(1, 2))
    expect(screen.getByText('50 %')).toBeVisible()
    await act(async () => call?.answer('no connection'))
    await userEvent.click(screen.getByRole('button', { name: 'Upload it again' }))
    const again = await arrived()
    await act(async () => again?.answer({ status: 201, body: { url: '/api/uploads/a.webp' } }))
    expect(done).toHaveBeenCalledWith('/api/uploads/a.webp')
  })

  test('that is an animation above its limit is not made a picture', async () => {
    show(
      <SaveFrame>
        <Entry />
      </SaveFrame>,
    )
    await put(file([...Buffer.from('GIF89a')], UPLOAD_LIMIT + 1))
    expect(await screen.findByText('This file is larger than 8 MB.')).toBeVisible()
    expect(sent).toEqual([])
  })
})
