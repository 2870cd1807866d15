import { onEverything, type Act } from '../act'
import { postOffice } from '../mailer'

export const MAIL = {
  mailServer: onEverything(
    {
      group: 'mail',
      promises: 'a mail that could not leave waits, and says what is so when it does',
      ready: (_, step) => postOffice.isDown !== step.data.flag,
    },
    async (_, step) => {
      postOffice.isDown = step.data.flag
      return postOffice.isDown ? 'down' : 'up'
    },
  ),
} as const satisfies Record<string, Act>
