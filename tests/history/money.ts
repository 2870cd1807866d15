/** How far money has come, from nothing that is asked for to what is paid. */
export const MONEY = ['nothing', 'asked', 'tried', 'paid'] as const
export type Money = (typeof MONEY)[number]
