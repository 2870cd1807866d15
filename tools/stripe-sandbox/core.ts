import { serveApi } from './api/serve'
import { systemClock, type Clock } from './clock'
import { serveControl } from './control/control'
import { json, type Answer, type Exchange } from './http/answer'
import { unknownUrl } from './http/errors'
import { Faults } from './http/faults'
import { FEES } from './payments/fees'
import { servePages } from './pages/pages'
import type { Sandbox } from './sandbox'
import type { Store } from './store/store'
import { Webhooks } from './webhooks/webhooks'

interface CoreOptions {
  store: Store
  /** Every address that receives every event. */
  webhooks: string[]
  /** This process's own address, without a trailing slash. */
  url: string
  clock?: Clock
}

/** Everything of the sandbox but its socket: `exchange` answers one request. */
export function createCore({ store, webhooks, url, clock = systemClock }: CoreOptions): Sandbox {
  const sandbox: Sandbox = {
    store,
    faults: new Faults(),
    url,
    clock,
    account: { fees: FEES, refused: [], withheld: [] },
    cause: null,
    webhooks: new Webhooks(store, webhooks, () => sandbox.cause),
  }
  return sandbox
}

export function isControl(path: string): boolean {
  return (
    path.startsWith('/_sandbox/') &&
    !path.startsWith('/_sandbox/frame') &&
    !path.startsWith('/_sandbox/authorize/')
  )
}

function notFound({ method, path }: Exchange): Answer {
  return json(404, { error: unknownUrl(method, path).body })
}

/** Answers one request, as the server does over HTTP. */
export async function exchange(sandbox: Sandbox, request: Exchange): Promise<Answer> {
  // The site's proxy never forwards these paths; should it ever, the header it sets closes them
  // here too.
  if (isControl(request.path))
    return request.header('x-studio-proxy') ? notFound(request) : serveControl(sandbox, request)
  const page = await servePages(sandbox, request)
  if (page) return page
  return request.path.startsWith('/v1/') ? serveApi(sandbox, request) : notFound(request)
}
