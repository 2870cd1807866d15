// A push service and a phone: takes what is sent over the network, and decrypts it as a browser does.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export const HOST = 'push.example.com'

type Answer = number | { status: number; headers: Record<string, string> }
type Taken = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** As Apple has it: what base64url can be, of which no text is one letter longer than whole groups. */
const isTopic = (topic: unknown): boolean =>
  typeof topic === 'string' && /^[\w-]{1,32}$/.test(topic) && topic.length % 4 !== 1

export class PushService {
  taken: Taken[] = []
  /** What it answers next; 201 afterwards. 'hang': it never does; 'endless': it never ends. */
  answers: (Answer | 'hang' | 'reset' | 'endless')[] = []
  private constructor(private server: Server) {}

  static async open(): Promise<PushService> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { url = '', headers } = request
        service.taken.push({ path: url, headers, body: Buffer.concat(chunks) })
        const answer = isTopic(headers.topic) ? (service.answers.shift() ?? 201) : 400
        if (answer === 'hang') return
        if (answer === 'reset') return request.socket.destroy()
        if (answer === 'endless') return response.writeHead(201).write('x')
        const { status, headers: more } =
          typeof answer === 'number' ? { status: answer, headers: {} } : answer
        const about = { 'Content-Type': 'text/plain', ...more }
        response.writeHead(status, about).end('x'.repeat(100_000))
      })
    })
    const service = new PushService(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return service
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** How many are open. */
  connections(): Promise<number> {
    return new Promise((done) => this.server.getConnections((_error, count) => done(count)))
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((done) => this.server.close(done))
  }
}

/** A browser with its own keys. */
export class Phone {
  private readonly curve: ECDH = createECDH('prime256v1')
  private readonly secret = randomBytes(16)
  readonly endpoint: string
  constructor(readonly name: string) {
    this.curve.generateKeys()
    this.endpoint = `https://${HOST}/${name}`
  }

  get keys() {
    return {
      p256dh: this.curve.getPublicKey('base64url'),
      auth: this.secret.toString('base64url'),
    }
  }

  /** RFC 8291: the whole of what was encrypted, without its padding. */
  decrypt(body: Buffer): Buffer {
    const salt = body.subarray(0, 16)
    const length = body.readUInt8(20)
    const sender = body.subarray(21, 21 + length)
    const shared = this.curve.computeSecret(sender)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.curve.getPublicKey(), sender])
    const key = Buffer.from(hkdfSync('sha256', shared, this.secret, info, 32))
    const part = (name: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, bytes))
    const sealed = body.subarray(21 + length)
    const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
    cipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    const end = padded.lastIndexOf(2)
    return padded.subarray(0, end)
  }
}

/** What the sender's token says; throws where its signature is not that of its key. */
export function claimsIn(authorization: string): { claims: Record<string, unknown>; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
  })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The token is not signed by its key')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}
