// Payment by transfer to the studio's account (docs/decisions/041). Pure.

export type TransferSetting = {
  bank: string
  holder: string
  number: string
  /** The text of the owner's static DuitNow QR; empty: none is shown. */
  duitnow: string
  /**
   * The QR for which the owner has seen that their bank takes a sum and a reference that were added to
   * it; empty: for none yet.
   */
  askable: string
  /** How long a time is held for a transfer. */
  hours: number
}

/** The longest that a time is held for a transfer. */
export const MOST_TRANSFER_HOURS = 24

export const NO_TRANSFER: TransferSetting = {
  ...{ bank: '', holder: '', number: '', duitnow: '', askable: '' },
  hours: MOST_TRANSFER_HOURS,
}

const endOf = (text: string): string => (text === '' ? '' : `…${text.slice(-4)}`)

/** As it is shown where it is only recognised: numbers by their ends. */
export const shortAccount = (transfer: TransferSetting): TransferSetting => ({
  ...transfer,
  number: endOf(transfer.number.replace(/\D/g, '')),
  duitnow: endOf(transfer.duitnow),
  askable: endOf(transfer.askable),
})

export const offersTransfer = ({ bank, holder, number }: TransferSetting): boolean =>
  bank !== '' && holder !== '' && number !== ''
