import { script } from './pages/assets'
import { startStripeSandbox } from './server'

/** Blank means unset, as everywhere in this project. */
function env(name: string, fallback: string): string {
  return process.env[name]?.trim() || fallback
}

const port = Number(env('STRIPE_SANDBOX_PORT', '12111'))
const webhooks = env(
  'STRIPE_SANDBOX_WEBHOOKS',
  `http://localhost:${env('PORT', '3000')}/api/webhooks/stripe`,
)
  .split(',')
  .map((target) => target.trim())
  .filter(Boolean)

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

if (!Number.isInteger(port) || port < 0 || port > 65_535)
  stop('STRIPE_SANDBOX_PORT must be a port number.')
const wrong = webhooks.find((target) => !URL.canParse(target))
if (wrong !== undefined) stop(`STRIPE_SANDBOX_WEBHOOKS: "${wrong}" is not an address.`)

try {
  const sandbox = await startStripeSandbox({
    port,
    dataDir: env('STUDIO_DATA_DIR', '.studio'),
    webhooks,
  })
  await script('stripe')
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void sandbox.close().finally(() => process.exit(0)))
  }
  console.log(`stripe sandbox ready on ${sandbox.url}`)
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
  stop(`Port ${port} is already in use: set STRIPE_SANDBOX_PORT to a free port.`)
}
