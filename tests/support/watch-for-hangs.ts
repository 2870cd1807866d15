import { Worker } from 'node:worker_threads'

const SECONDS = 30

// Runs in a thread of its own, because the one it watches cannot say that it no longer runs.
const WATCH = `
  const { workerData } = require('node:worker_threads')
  const { writeSync } = require('node:fs')
  const beat = new Int32Array(workerData.beat), what = new Uint8Array(workerData.what)
  let last = -1, since = Date.now()
  setInterval(() => {
    const now = Atomics.load(beat, 0)
    if (now !== last) { last = now; since = Date.now() }
    else if (now > 0 && Date.now() - since > ${SECONDS} * 1000) {
      const text = Buffer.from(what).toString('utf8').replace(/\\0+$/, '')
      writeSync(2, '\\nNo end after ${SECONDS} s: ' + text + '\\n')
      process.kill(process.pid, 'SIGKILL')
    }
  }, 500)`

/**
 * Ends this process, saying what it was at, when that takes more than half a minute: a loop without
 * end lets no test fail. Call `at` before each step, `stop` at the end.
 */
export function watchForHangs(): { at(what: string): void; stop(): Promise<void> } {
  const beat = new SharedArrayBuffer(4)
  const what = new SharedArrayBuffer(2048)
  const watcher = new Worker(WATCH, { eval: true, workerData: { beat, what } })
  watcher.unref()
  return {
    at(text) {
      new Uint8Array(what).fill(0)
      new Uint8Array(what).set(new TextEncoder().encode(text).subarray(0, 2048))
      Atomics.add(new Int32Array(beat), 0, 1)
    },
    stop: async () => void (await watcher.terminate()),
  }
}
