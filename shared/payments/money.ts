/** Amounts of money, in whole minor units: never a fraction, which would be rounded. */

/** Digits after the point: 2 for most currencies, 0 for yen. */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** "120.50" in minor units; `null` for what is not such an amount. A comma counts as a point. */
export function minorUnits(typed: string, currency: string): number | null {
  const digits = minorDigits(currency)
  const [, sign = '', whole = '', fraction = ''] = /^([-−]?)(\d{1,9})(?:[.,](\d{1,3}))?$/u.exec(typed.trim()) ?? []
  if (whole === '' || fraction.length > digits) return null
  const amount = Number(`${whole}${fraction.padEnd(digits, '0')}`)
  return sign === '' || amount === 0 ? amount : -amount
}

/** In the main unit, for files: exact, since amounts are far below what a number holds. */
export const mainUnits = (amountMinor: number, currency: string): number => amountMinor / 10 ** minorDigits(currency)

/** "$120.50", "EUR 120.50" where the sign is not known everywhere. */
export function amountWords(amountMinor: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(mainUnits(amountMinor, currency))
}

/** Of whole main units, without digits after the point: "$600". */
export function wholeAmountWords(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount)
}
