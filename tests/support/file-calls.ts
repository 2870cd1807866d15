// Files are sent by XMLHttpRequest, which jsdom would really make.

type Answer = { status: number; body?: unknown } | 'no connection' | 'never'

export type FileCall = {
  path: string
  file: File
  timeout: number
  progress: (loaded: number, total: number) => void
  answer: (answer: Exclude<Answer, 'never'>) => void
}

/** The files that were sent since; each is answered by the test. */
export function fileCalls(): FileCall[] {
  const sent: FileCall[] = []
  class Call {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    onerror?: () => void
    ontimeout?: () => void
    timeout = 0
    status = 0
    statusText = ''
    responseText = ''
    #path = ''
    open(_method: string, path: string) {
      this.#path = path
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null
    }
    send(body: FormData) {
      sent.push({
        path: this.#path,
        file: body.get('file') as File,
        timeout: this.timeout,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        answer: (answer) => {
          if (answer === 'no connection') return this.onerror?.()
          this.status = answer.status
          this.responseText = answer.body === undefined ? '' : JSON.stringify(answer.body)
          this.onload?.()
        },
      })
    }
  }
  globalThis.XMLHttpRequest = Call as unknown as typeof XMLHttpRequest
  return sent
}
