// Runs the tests of one level in the copy and reports which of them failed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

export const LEVELS = ['unit', 'component', 'integration', 'e2e']
const LIMIT_MS = 25 * 60_000

let child = null

const endGroup = (signal) => {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** Ends the current run with its services; resolves when it has ended. */
export async function stopRunning() {
  if (!child || child.exitCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  endGroup('SIGINT')
  const timer = setTimeout(() => endGroup('SIGKILL'), 20_000)
  await ended
  clearTimeout(timer)
}

function run(copy, args, variables) {
  child = spawn(process.execPath, args, {
    cwd: copy.path,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      TMPDIR: copy.temporary,
      // Not a site that is already running: it is made of other files.
      STUDIO_DATA_DIR: join(copy.temporary, 'data'),
      NEXT_TELEMETRY_DISABLED: '1',
      ...variables,
    },
  })
  let tail = ''
  const keep = (chunk) => (tail = (tail + chunk).slice(-2_000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((done) => {
    const timer = setTimeout(() => void stopRunning(), LIMIT_MS)
    child
      .once('error', (error) => (tail += error.message))
      .once('close', () => {
        clearTimeout(timer)
        done(tail)
      })
  })
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const firstLine = (text = '') =>
  (
    text
      .replace(COLOURS, '')
      .split('\n')
      .find((line) => line.trim()) ?? ''
  )
    .trim()
    .slice(0, 200)

/**
 * Runs the test `files` of a level; with `titles` only the tests whose name contains one of them.
 * Resolves to the failed tests, each with its error's first line; to those that only timed out; and
 * to `trouble` when the run says nothing about the fault: no test was run, or something other than
 * an assertion failed.
 */
export async function runTests(copy, level, { files, titles }) {
  const output = join(copy.temporary, 'result.json')
  rmSync(output, { force: true })
  const pattern = titles.map(escaped).join('|')
  const tail =
    level === 'e2e'
      ? await run(
          copy,
          [
            'node_modules/@playwright/test/cli.js',
            'test',
            ...files,
            '--project=desktop',
            '--reporter=json',
            '--trace=off',
            ...(pattern ? ['-g', pattern] : []),
          ],
          { PLAYWRIGHT_JSON_OUTPUT_FILE: output },
        )
      : await run(
          copy,
          [
            'node_modules/jest/bin/jest.js',
            ...files,
            `--selectProjects=${level}`,
            '--ci',
            '--json',
            `--outputFile=${output}`,
            ...(pattern ? ['-t', pattern] : []),
          ],
          {},
        )
  if (!existsSync(output)) return noResult(`no result. ${firstLine(tail)}`)
  const result = JSON.parse(readFileSync(output, 'utf8'))
  return level === 'e2e' ? ofPlaywright(result) : ofJest(result, copy.path)
}

function ofJest(result, path) {
  const failures = []
  for (const suite of result.testResults) {
    const file = relative(path, suite.name)
    const failed = suite.assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages } of failed)
      failures.push({ test: `${file}: ${fullName}`, error: firstLine(failureMessages[0]) })
    if (suite.status === 'failed' && failed.length === 0)
      return noResult(`${file} could not run. ${firstLine(suite.message)}`)
  }
  const ran = result.numPassedTests + result.numFailedTests
  return ran === 0 ? noResult('no test was run') : { failures, late: [], trouble: null }
}

function ofPlaywright({ suites, errors, stats }) {
  if (errors.length) return noResult(firstLine(errors[0].message))
  const specs = suites.flatMap(function within(suite) {
    return [...suite.specs, ...(suite.suites ?? []).flatMap(within)]
  })
  const failures = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const said = tests.flatMap((test) => test.results.flatMap((each) => each.errors ?? []))
      const messages = said.map(({ message }) => message ?? '')
      // A test that only timed out has asserted nothing.
      const error = messages.find((message) => !/Test timeout of|has been closed/.test(message))
      return { test: `${file}: ${title}`, error: error && differences(error) }
    })
  if (stats.expected + stats.unexpected === 0) return noResult('no test was run')
  return {
    failures: failures.filter(({ error }) => error !== undefined),
    late: failures.filter(({ error }) => error === undefined).map(({ test }) => test),
    trouble: null,
  }
}

const noResult = (trouble) => ({ failures: [], late: [], trouble })

/** The lines of an assertion's error that say what was found instead. */
const differences = (message) => {
  const lines = message.replace(COLOURS, '').split('\n')
  const found = lines.filter((line) => /^\s*(\+ (?!Received)|Received)/.test(line)).slice(0, 6)
  return [lines[0], ...found]
    .map((line) => line.trim())
    .join(' ')
    .slice(0, 400)
}
