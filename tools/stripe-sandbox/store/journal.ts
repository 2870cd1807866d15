import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * An append-only file of JSON lines. A line is one whole unit of work, so a process killed at any
 * moment leaves either all of it or none: a last line without its newline is a unit that was never
 * answered, and is cut off.
 */
export class Journal {
  private descriptor: number | null = null
  private lineCount = 0

  constructor(private readonly path: string) {}

  /** Reads every complete line in order, then opens the file for appending. */
  open(onLine: (value: unknown) => void): void {
    mkdirSync(dirname(this.path), { recursive: true })
    if (existsSync(this.path)) {
      const bytes = readFileSync(this.path)
      const end = bytes.lastIndexOf(0x0a) + 1
      if (end < bytes.length) truncateSync(this.path, end)
      for (const line of bytes.subarray(0, end).toString('utf8').split('\n')) {
        if (line === '') continue
        onLine(JSON.parse(line))
        this.lineCount += 1
      }
    }
    this.descriptor = openSync(this.path, 'a')
  }

  get lines(): number {
    return this.lineCount
  }

  /**
   * Hands one unit to the operating system before the caller goes on; that is what survives a
   * SIGKILL.
   */
  append(value: unknown): void {
    if (this.descriptor === null) return
    writeSync(this.descriptor, `${JSON.stringify(value)}\n`)
    this.lineCount += 1
  }

  /**
   * Replaces the history by its present result. The rename is what makes it take effect, so a crash
   * before keeps the old file.
   */
  rewrite(values: Iterable<unknown>): void {
    const next = `${this.path}.next`
    const file = openSync(next, 'w')
    let count = 0
    for (const value of values) {
      writeSync(file, `${JSON.stringify(value)}\n`)
      count += 1
    }
    fsyncSync(file)
    closeSync(file)
    this.close()
    renameSync(next, this.path)
    this.descriptor = openSync(this.path, 'a')
    this.lineCount = count
  }

  close(): void {
    if (this.descriptor !== null) closeSync(this.descriptor)
    this.descriptor = null
  }
}
