import type { Answer, Exchange } from '../http/answer'
import { ApiError } from '../http/errors'
import { json } from '../http/answer'
import type { Sandbox } from '../sandbox'
import { file, script } from './assets'
import { answerBank, showBank } from './bank'
import { html } from './html'

function page(type: string, body: string, status = 200): Answer {
  return {
    status,
    body,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
    },
  }
}

const FRAME = html({
  title: 'Secure payment input frame',
  css: 'frame.css',
  js: 'frame.js',
  body: '<div id="root"></div>',
})

const WALLET = html({
  title: 'Secure express checkout frame',
  css: 'frame.css',
  js: 'frame-wallet.js',
  body: '<div id="root"></div>',
})

/**
 * What browsers load: the script, the frames of its elements, the bank's page. Null = not one of
 * these addresses.
 */
export async function servePages(sandbox: Sandbox, exchange: Exchange): Promise<Answer | null> {
  const { method, path } = exchange
  if (method === 'GET') {
    if (path === '/v3/stripe.js') return page('text/javascript', await script('stripe'))
    if (path === '/_sandbox/frame') return page('text/html', FRAME)
    if (path === '/_sandbox/frame-wallet') return page('text/html', WALLET)
    if (path === '/_sandbox/frame-wallet.js') return page('text/javascript', await script('wallet'))
    if (path === '/_sandbox/frame.js') return page('text/javascript', await script('frame'))
    if (path === '/_sandbox/frame.css') return page('text/css', await file('frame.css'))
    if (path === '/_sandbox/frame-bank.js') return page('text/javascript', await script('bank'))
    if (path === '/_sandbox/frame-bank.css') return page('text/css', await file('bank.css'))
    if (path.startsWith('/pay/'))
      return page('text/plain', 'A test payment link of the Stripe sandbox. No money moves here.\n')
  }
  const intent = /^\/_sandbox\/authorize\/(pi_\w+)$/.exec(path)?.[1]
  if (!intent) return null
  try {
    if (method === 'GET') return page('text/html', showBank(sandbox, intent, exchange.query))
    if (method !== 'POST') return null
    const result = await answerBank(sandbox, intent, exchange.body)
    return 'page' in result ? page('text/html', result.page) : json(200, result)
  } catch (error) {
    if (error instanceof ApiError)
      return json(error.status, { error: { message: error.message, type: error.body.type } })
    throw error
  }
}
