// An authenticator in software: real keys (ES256), real signatures, attestation "none". What it
// answers is what a browser hands to a page (Web Authentication, level 3).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Flags = { userVerified?: boolean; userPresent?: boolean }
type At = Flags & { origin?: string; rpId?: string; counter?: number }

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const encoded = (data: Buffer | string): string => Buffer.from(data).toString('base64url')

/** CBOR (RFC 8949) of what an authenticator writes: integers, bytes, texts, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size])
    if (size < 256) return Buffer.from([(major << 5) | 24, size])
    return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as never)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const flagsOf = (attested: boolean, { userVerified = true, userPresent = true }: Flags) =>
  (userPresent ? 1 : 0) | (userVerified ? 4 : 0) | (attested ? 64 : 0)

function count(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export class Authenticator {
  readonly id = randomBytes(32)
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private handle: string | undefined
  private used = 0

  constructor(private readonly site = process.env.SITE_URL ?? '') {}

  private clientData(type: string, challenge: string, { origin = new URL(this.site).origin }: At) {
    return encoded(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  private data(attested: Buffer, at: At): Buffer {
    const { rpId = new URL(this.site).hostname, counter = ++this.used } = at
    const flags = Buffer.from([flagsOf(attested.length > 0, at)])
    return Buffer.concat([sha256(rpId), flags, count(counter), attested])
  }

  /** Answers `navigator.credentials.create` with these options. */
  create(options: { challenge: string; user: { id: string } }, at: At = {}) {
    this.handle = options.user.id
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Buffer>([
      [1, 2], // kty: EC2
      [3, -7], // alg: ES256
      [-1, 1], // crv: P-256
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.from([0, this.id.length])
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.data(attested, at)],
    ])
    return {
      id: encoded(this.id),
      rawId: encoded(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: this.clientData('webauthn.create', options.challenge, at),
        attestationObject: encoded(cbor(attestation)),
        transports: ['internal', 'hybrid', 'made-up'],
      },
      clientExtensionResults: {},
    }
  }

  /** Answers `navigator.credentials.get` with these options. */
  get(options: { challenge: string }, at: At = {}) {
    const data = this.data(Buffer.alloc(0), at)
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, at)
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      id: encoded(this.id),
      rawId: encoded(this.id),
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: encoded(data),
        signature: encoded(sign('sha256', signed, this.keys.privateKey)),
        userHandle: this.handle,
      },
      clientExtensionResults: {},
    }
  }
}
