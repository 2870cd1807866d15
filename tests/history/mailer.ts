// Takes the place of the package `nodemailer` in the checker's bundle: the mail server is in this
// process.

import type { Letter } from '@/tools/checks/money/letters'

/** The mail server, what it accepted, in this order, and who reads each mail when it comes. */
export const postOffice = {
  isDown: false,
  accepted: [] as Letter[],
  read: async (_letter: Letter): Promise<void> => {},
}

export const createTransport = () => ({
  async sendMail(letter: Letter): Promise<void> {
    await Promise.resolve()
    if (postOffice.isDown)
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' })
    await postOffice.read(letter)
    postOffice.accepted.push(letter)
  },
  close(): void {},
})
