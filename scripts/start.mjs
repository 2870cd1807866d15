// npm start: the production server on the given environment.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './env.mjs'
import { requireNode } from './node-version.mjs'

// As the server's own log, which it precedes.
requireNode((msg) =>
  console.log(JSON.stringify({ level: 40, time: new Date().toISOString(), msg })),
)
process.chdir(root)
process.env.NODE_ENV = 'production'
const server = join(root, 'dist/server.mjs')
if (!existsSync(server) || !existsSync('dist/stamp.json') || !existsSync('.next/BUILD_ID')) {
  const unfinished = 'dist/unfinished.txt'
  const reason = existsSync(unfinished) ? `\n${readFileSync(unfinished, 'utf8')}` : ''
  console.error(`There is no complete build here. Run: npm run build${reason}`)
  process.exit(1)
}
await import(pathToFileURL(server).href)
