import 'server-only'
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { log } from '@/lib/log'
import { Problem } from '@/lib/problem'
import { takingTurns } from '@/lib/turns'
import { LONGEST_SIDE, LOOK } from './rules'

const MIB = 1024 * 1024

/** `look`: see `isSameLook`. */
type Opened = { data: Uint8Array; width: number; height: number; look: Uint8Array }
type Refusal =
  'not_a_picture' | 'picture_too_many_pixels' | 'picture_broken' | 'picture_too_much_work'
type Answer = { ready: true } | { refused: Refusal } | Opened

export const PICTURE_LIMITS = {
  /** Of one picture: the largest that is accepted takes two seconds of an idle core. */
  patienceMs: 15_000,
  /** Before the process is ended that has nothing to do. */
  idleMs: 20_000,
  /** Half as many in AVIF and with 16 bits for each colour, which need twice as much. */
  pixels: 50_000_000,
  /** The largest that is accepted needs 480 MB. */
  bytesInMemory: 700 * MIB,
  /** More pictures that may wait for their turn, and as many of administrators. */
  waiting: 10,
}
type PictureLimits = typeof PICTURE_LIMITS

const refused = (sentence: Refusal) =>
  new Problem('invalid_request', { sentence, fields: { file: sentence } })

type Child = { process: ChildProcess; isReady: boolean }

/** One at a time, in a process that is started when it is needed. */
export function pictureProcess(limits: PictureLimits = PICTURE_LIMITS) {
  let child: Child | null = null
  let idle: NodeJS.Timeout | undefined
  const inTurn = takingTurns({
    atOnce: 1,
    waiting: limits.waiting,
    retryAfter: 30,
    sentence: 'pictures_waiting',
  })

  function started(): Child {
    const process = start()
    const made = { process, isReady: false }
    process.once('exit', (code, signal) => {
      if (child !== made) return
      child = null
      log.error({ code, signal }, 'the process that opens pictures has ended')
    })
    return made
  }

  function end(): void {
    const ended = child
    child = null
    ended?.process.kill('SIGKILL')
  }

  const opened = (bytes: Uint8Array): Promise<Opened> =>
    new Promise((resolve, reject) => {
      clearTimeout(idle)
      const at = (child ??= started())
      const settle = (result: Opened | Error) => {
        clearTimeout(patience)
        at.process.off('message', answered).off('exit', gone).off('error', failed)
        idle = setTimeout(end, limits.idleMs).unref()
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
      const failed = (error: Error) => {
        end()
        settle(error)
      }
      const tooMuch = () => failed(refused('picture_too_much_work'))
      const gone = () =>
        settle(at.isReady ? refused('picture_broken') : new Error('Pictures cannot be opened here'))
      const answered = (answer: Answer) => {
        if ('ready' in answer) at.isReady = true
        else if (!('refused' in answer)) settle(answer)
        else if (answer.refused === 'picture_too_much_work') tooMuch()
        else settle(refused(answer.refused))
      }
      const patience = setTimeout(tooMuch, limits.patienceMs)
      at.process.on('message', answered).on('exit', gone).on('error', failed)
      at.process.send({ bytes, limits: { ...limits, longestSide: LONGEST_SIDE, look: LOOK } })
    })

  /** `first`: ahead of the others who wait. Throws invalid_request, too_many_requests. */
  return (bytes: Uint8Array, { first }: { first: boolean }): Promise<Opened> =>
    inTurn(() => opened(bytes), { first })
}

function start(): ChildProcess {
  const script = join(/* turbopackIgnore: true */ process.cwd(), 'scripts/picture-process.mjs')
  const started = fork(script, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Nothing secret: a fault of a decoder may hand this process to a stranger.
    env: { NODE_ENV: 'production', UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' },
  })
  // It ends with the channel, and keeps no process that has nothing else to do.
  started.unref()
  started.channel?.unref()
  return started
}

// One for the whole process, in whichever bundle this file is.
const holder = globalThis as { studioPictures?: ReturnType<typeof pictureProcess> }

/**
 * Decoded, turned upright, at most 1920 px on its longer side, re-encoded as WebP without the file's
 * data about the camera or the place. An animation stays one. Throws invalid_request (not a picture,
 * too many pixels, cut off, or too much work), too_many_requests.
 */
export const pictureOf = (bytes: Uint8Array, turn: { first: boolean }): Promise<Opened> =>
  (holder.studioPictures ??= pictureProcess())(bytes, turn)
