import { answerIn, pageLanguage } from '@/components/api'
import { noteServerTime } from '@/components/browser/clock'

// Longer than the server waits for a file. A phone that loses its network hears nothing for minutes.
const PATIENCE_MS = 240_000

/** From 0 to 1: how much of a file has left this device. */
export type OnProgress = (part: number) => void

/**
 * Posts a file to our API as a form's field `file`. Throws as `request`. Not by fetch, which does not
 * say how much it has sent.
 */
export function sendFile<T>(path: string, file: File, onProgress: OnProgress): Promise<T> {
  const body = new FormData()
  body.set('file', file)
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', path)
    call.timeout = PATIENCE_MS
    call.setRequestHeader('x-language', pageLanguage())
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    call.onload = () => {
      const headerOf = (name: string) => call.getResponseHeader(name)
      noteServerTime(headerOf('date'))
      const { status, statusText, responseText: text } = call
      try {
        resolve(answerIn<T>({ status, statusText, text, headerOf }))
      } catch (error) {
        reject(error as Error)
      }
    }
    call.onerror = () => reject(new TypeError('No connection'))
    call.ontimeout = () => reject(new DOMException('No answer', 'TimeoutError'))
    call.send(body)
  })
}
