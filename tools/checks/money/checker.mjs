// The parts that the checker and the proof on mutants share: a database server with a migrated
// template, the checker's bundle (of the unchanged sources, or with one edit each), and runs.
import { fork } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../../scripts/env.mjs'
import { bundle } from '../../../scripts/run.mjs'

const FLAGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'jit=off',
  'deadlock_timeout=200ms',
]
// The settings of the tests, so that nobody's own configuration affects them.
const ENVIRONMENT = {
  TZ: 'America/St_Johns',
  NODE_ENV: 'production',
  DATABASE_POOL: '30',
  SITE_URL: 'http://localhost:3000',
  RATE_LIMIT_SCALE: '100000',
  HOLD_MINUTES: '15',
  CRON_SECRET: 'the secret of the checker',
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  STRIPE_API_BASE: 'https://stripe.invalid',
  SMTP_URL: 'smtp://mail.invalid',
}

// For a database that is still empty: the functions that return the time are replaced by the moved
// clock's, because their names are found here first. Migrations that follow use these.
const CLOCK = `
  CREATE TABLE public.studio_clock (ahead interval NOT NULL);
  INSERT INTO public.studio_clock VALUES ('0');
  CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT pg_catalog.now() + (SELECT ahead FROM public.studio_clock) $$;
  CREATE FUNCTION public.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT pg_catalog.statement_timestamp() + (SELECT ahead FROM public.studio_clock) $$;
  CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT pg_catalog.clock_timestamp() + (SELECT ahead FROM public.studio_clock) $$`
const clockFirst = (database) => `ALTER DATABASE ${database} SET search_path = public, pg_catalog`

/** Starts a temporary database server; `close` ends it and removes everything. */
export async function openWorkshop() {
  const folder = mkdtempSync(join(tmpdir(), 'studio-money-'))
  chmodSync(folder, 0o711) // When run as root, PostgreSQL runs as another user.
  const postgres = await load('scripts/local/postgres.ts')
  const server = await postgres.startPostgres({
    dataDir: join(folder, 'data'),
    port: await postgres.freePort(),
    flags: FLAGS.flatMap((flag) => ['-c', flag]),
  })
  const pg = (await import('pg')).default
  const administer = async (statement, database = 'postgres') => {
    const client = new pg.Client({ connectionString: server.url(database) })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  const children = new Set()
  const bundles = []
  const close = async () => {
    for (const child of children) child.kill('SIGKILL')
    await server.stop()
    for (const file of bundles) rmSync(file, { force: true })
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  let databases = 0
  /** Runs a program on a copy of the template, to its end. */
  const start = async ({ template, program, env, onMessage }) => {
    const name = `money_${++databases}`
    await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`)
    await administer(clockFirst(name))
    const child = fork(program, {
      cwd: root,
      env: { ...process.env, ...ENVIRONMENT, ...env, DATABASE_URL: server.url(name) },
      stdio: ['ignore', process.env.MONEY_LOG ? 'inherit' : 'ignore', 'inherit', 'ipc'],
    })
    children.add(child)
    child.on('message', (message) => onMessage(message, child))
    const [code, signal] = await new Promise((end) => child.once('exit', (...why) => end(why)))
    children.delete(child)
    if (code !== 0 && signal !== 'SIGKILL')
      throw new Error(`the checker ended with ${code ?? signal}`)
    await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return {
    folder,
    close,
    start,
    /** A database with all migrations, on which `after` is executed then. */
    async template({ after } = {}) {
      const name = `template_${++databases}`
      await administer(`CREATE DATABASE ${name}`)
      await administer(CLOCK, name)
      await administer(clockFirst(name))
      for (const [path, text] of migrations())
        await administer(text, name).catch((error) => {
          throw new Error(`${path}: ${error.message}`)
        })
      if (after !== undefined) await administer(after, name)
      return name
    },
    /** Bundles the checker, or another entry; `edit` may change each source (path from the root, text). */
    async checker(edit = null, entry = 'tools/checks/money/main.ts') {
      const outfile = join(
        root,
        `node_modules/.cache/studio/money-${process.pid}-${++databases}.cjs`,
      )
      bundles.push(outfile)
      await bundleChecker(outfile, edit, entry)
      return outfile
    },
    /**
     * Runs the checker in `workers` processes, each on a copy of the template; returns the number of
     * histories run, what was found, and how often each thing was tried. With `story` every history
     * follows that one. `onFound` is called for each at once.
     */
    async run({
      template,
      checker,
      seed,
      histories,
      seconds,
      workers,
      from = 0,
      story = '',
      goOn = '',
      ignore = [],
      onFound,
    }) {
      let done = 0
      const found = []
      const tried = new Map()
      await Promise.all(
        Array.from({ length: workers }, async (_, worker) => {
          await start({
            template,
            program: checker,
            env: {
              MONEY_SEED: String(seed),
              MONEY_FROM: String(from + worker),
              MONEY_STEP: String(workers),
              MONEY_HISTORIES: String(histories),
              MONEY_SECONDS: String(seconds),
              MONEY_STORY: story,
              MONEY_KEEP_GOING: goOn,
              MONEY_IGNORE: JSON.stringify(ignore),
            },
            onMessage(message, child) {
              if (message.done !== undefined) done += message.done
              for (const [what, times] of message.tried ?? [])
                tried.set(what, (tried.get(what) ?? 0) + times)
              if (!message.found) return
              found.push(message.found)
              onFound?.(message.found)
              // One is enough.
              if (!['1', 'list'].includes(goOn))
                for (const other of children) if (other !== child) other.kill('SIGKILL')
            },
          })
        }),
      )
      return { done, found, tried }
    },
  }
}

/** Every migration, oldest first: [path from the root, text]. */
export function migrations() {
  const folder = 'prisma/migrations'
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}/migration.sql`)
    .sort()
    .map((path) => [path, readFileSync(join(root, path), 'utf8')])
}

async function load(entry) {
  const outfile = await bundle(entry, `node_modules/.cache/studio/money-${process.pid}.mjs`)
  return import(pathToFileURL(outfile).href).finally(() => rmSync(outfile, { force: true }))
}

const SOURCE = /\.(ts|tsx)$/
// A process that lives on without Stripe's keys is to behave as one that was started without them.
const CLIENT = 'lib/payments/client.ts'
const KEPT_CLIENT = 'if (client) return client'
const withoutKeys = (text) => {
  if (text.split(KEPT_CLIENT).length !== 2)
    throw new Error(`${CLIENT} has not once: ${KEPT_CLIENT}`)
  return text.replace(KEPT_CLIENT, 'if (client && env().STRIPE_SECRET_KEY) return client')
}

async function bundleChecker(outfile, edit, entry) {
  const { build } = await import('esbuild')
  mkdirSync(resolve(outfile, '..'), { recursive: true })
  const sdk = join(root, 'tests/history/stripe-sdk.ts')
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs', // Next's own modules are resolved without their extension.
    target: 'node20',
    packages: 'external',
    jsx: 'automatic',
    sourcemap: 'inline',
    logLevel: 'error',
    banner: {
      // What Next defines there before its own code is loaded.
      js: "globalThis.AsyncLocalStorage ??= require('node:async_hooks').AsyncLocalStorage;",
    },
    alias: {
      'server-only': join(root, 'scripts/empty.mjs'),
      'next/cache': join(root, 'tests/support/next-cache.ts'),
      nodemailer: join(root, 'tests/history/mailer.ts'),
    },
    plugins: [
      {
        name: 'money',
        setup(builder) {
          builder.onResolve({ filter: /^stripe$/ }, ({ importer }) =>
            importer === sdk ? { path: 'stripe', external: true } : { path: sdk },
          )
          builder.onLoad({ filter: SOURCE }, ({ path }) => {
            const name = path.slice(root.length + 1)
            const text = readFileSync(path, 'utf8')
            const known = name === CLIENT ? withoutKeys(text) : text
            const edited = edit ? edit(name, known) : known
            return edited === text
              ? undefined
              : { contents: edited, loader: path.endsWith('x') ? 'tsx' : 'ts' }
          })
        },
      },
    ],
  })
}
