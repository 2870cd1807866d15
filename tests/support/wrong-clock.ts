/** This process has a clock so many minutes ahead (behind: below zero) from now on; timers are as before. */
export const clockAhead = (minutes: number): void =>
  void jest.useFakeTimers({
    now: Date.now() + minutes * 60_000,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  })
