const SYMBOLS: Record<string, string> = { myr: 'RM', usd: '$', sgd: 'S$', eur: '€', gbp: '£' }

/** `12345, 'myr'` → `RM123.45`, as Stripe writes amounts in its messages. */
export function money(amount: number, currency: string): string {
  return `${SYMBOLS[currency] ?? ''}${(amount / 100).toFixed(2)}`
}
