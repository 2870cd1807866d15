// Takes the place of the package `nodemailer` in the checker's bundle: the mail server is in this
// process.

type Message = { messageId: string; subject: string; to: { address: string } }

/** The mail server, and what it accepted, in this order. */
export const postOffice = { isDown: false, accepted: [] as Message[] }

export const createTransport = () => ({
  async sendMail(message: Message): Promise<void> {
    await Promise.resolve()
    if (postOffice.isDown)
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' })
    postOffice.accepted.push(message)
  },
  close(): void {},
})
