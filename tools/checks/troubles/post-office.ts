// A mail server that can be away, or refuse the password, and remembers when which mail came.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export type Arrival = { messageId: string; to: string; at: number }
export type PostOffice = {
  url: string
  arrivals: Arrival[]
  /** Nothing listens any more. */
  close(): Promise<void>
  open(): Promise<void>
  refusesPassword: boolean
}

export async function openPostOffice(): Promise<PostOffice> {
  const sockets = new Set<Socket>()
  let server: Server | null = null
  let port = 0
  const office: PostOffice = {
    url: '',
    arrivals: [],
    refusesPassword: false,
    async open() {
      server = createServer((socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
        converse(socket, office)
      }).listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
    },
    async close() {
      const closing = server
      server = null
      for (const socket of sockets) socket.destroy()
      if (closing) await new Promise((done) => closing.close(done))
    },
  }
  await office.open()
  office.url = `smtp://studio:password@127.0.0.1:${port}`
  return office
}

/** As much of SMTP as one who sends needs. */
function converse(socket: Socket, office: PostOffice): void {
  let unread = ''
  let letter: string[] | null = null
  let to = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  const answer = (line: string) => {
    const command = line.split(/[ :]/, 1)[0]?.toUpperCase()
    if (command === 'EHLO') return say('250-studio\r\n250-8BITMIME\r\n250 AUTH PLAIN')
    if (command === 'AUTH')
      return say(office.refusesPassword ? '535 5.7.8 wrong password' : '235 2.7.0 welcome')
    if (command === 'QUIT') return socket.end('221 bye\r\n')
    if (command === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
    if (command !== 'DATA') return say('250 ok')
    letter = []
    return say('354 go on')
  }
  const read = (line: string) => {
    if (!letter) return answer(line)
    if (line !== '.') return void letter.push(line)
    const messageId = /^message-id:\s*(\S+)/im.exec(letter.join('\n'))?.[1] ?? ''
    office.arrivals.push({ messageId, to, at: Date.now() })
    letter = null
    return say('250 taken')
  }
  socket.setEncoding('latin1').on('data', (text: string) => {
    const lines = (unread + text).split('\r\n')
    unread = lines.pop() ?? ''
    for (const line of lines) read(line)
  })
  say('220 studio ESMTP')
}
