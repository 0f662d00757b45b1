/** The EAN-13 for twelve digits: the same with its check digit (GS1 General Specifications 7.9) appended. */
export function ean13(twelveDigits: string): string {
  if (!/^\d{12}$/.test(twelveDigits)) throw new RangeError(`not twelve digits: ${twelveDigits}`)
  const weighted = Array.from(twelveDigits).reduce(
    (sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${twelveDigits}${(10 - (weighted % 10)) % 10}`
}
