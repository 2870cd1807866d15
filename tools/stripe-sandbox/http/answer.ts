import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Answer {
  status: number
  body: string | Uint8Array
  headers: Record<string, string>
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    body: `${JSON.stringify(value, null, 2)}\n`,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      ...headers,
    },
  }
}

export function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
}

const LIMIT = 1_000_000

/** The whole body as text. Throws when it is absurdly large or the client goes away. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > LIMIT) throw new Error('body too large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A request as the rest of the sandbox sees it. */
export interface Exchange {
  method: string
  path: string
  query: string
  body: string
  header(name: string): string | undefined
}
