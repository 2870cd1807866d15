import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

type Manner = {
  /** Before the greeting and the answer to a whole mail. */
  delayMs?: number
  greeting?: string
  recipient?: (line: string) => string
  mail?: string
}

/** A mail server with manners of its own, which catches nothing. */
export class SmtpServer {
  /** How many whole mails it was sent. */
  mails = 0
  private readonly server: Server

  private constructor(private readonly manner: Manner) {
    this.server = createServer((socket) => this.serve(socket))
  }

  static async open(manner: Manner, port = 0): Promise<SmtpServer> {
    const opened = new SmtpServer(manner)
    opened.server.listen(port, '127.0.0.1')
    await once(opened.server, 'listening')
    return opened
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.server.close()
    await once(this.server, 'close')
  }

  private serve(socket: Socket): void {
    const { delayMs = 0, greeting = '220 hello', recipient, mail = '250 queued' } = this.manner
    const say = (line: string, ms = 0) => setTimeout(() => socket.write(`${line}\r\n`), ms)
    let isData = false
    let rest = ''
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        if (isData && line !== '.') continue
        else if (isData) {
          isData = false
          this.mails++
          say(mail, delayMs)
        } else if (line === 'DATA') {
          isData = true
          say('354 go on')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else say((line.startsWith('RCPT') && recipient?.(line)) || '250 ok')
    })
    say(greeting, delayMs)
  }
}
