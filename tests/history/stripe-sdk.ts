// Takes the place of the package `stripe` in the checker's bundle: the same SDK, unmodified, that
// speaks to the sandbox in this process instead of opening a socket, and tries again without a
// pause.
import Sdk from 'stripe'
import { overNetwork } from './network'

class Answered extends Sdk.HttpClientResponse {
  constructor(
    status: number,
    headers: Record<string, string>,
    private readonly body: string,
  ) {
    super(status, headers)
  }
  override getRawResponse = (): unknown => ({})
  override toJSON = (): Promise<unknown> => Promise.resolve(JSON.parse(this.body))
}

class InProcess extends Sdk.HttpClient {
  override getClientName = (): string => 'in process'
  override async makeRequest(...request: Parameters<Sdk.HttpClient['makeRequest']>) {
    const [, , path, method, headers, data] = request
    const { status, body, headers: answered } = await overNetwork({ path, method, headers, data })
    return new Answered(status, answered, String(body))
  }
}

export default class Stripe extends Sdk {
  constructor(key: string, config: ConstructorParameters<typeof Sdk>[1] = {}) {
    super(key, { ...config, httpClient: new InProcess() as never })
    Object.assign(this, { getInitialNetworkRetryDelay: () => 0, getMaxNetworkRetryDelay: () => 0 })
  }
}
