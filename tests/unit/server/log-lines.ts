// A program of log-on-full-disk.test.ts: two lines, and a word in between.
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { bufferedLog, log } from '@/lib/log'

const lines = process.argv.includes('buffered') ? bufferedLog().log : log
lines.info('one')
await sleep(200)
lines.info('two')
writeSync(2, 'goes on')
