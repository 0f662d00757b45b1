/** English, Arabic. */
export type Names = readonly [en: string, ar: string]

/** The same thing's price in Qatar and in Kuwait, minor units: 100 dirhams to the riyal, 1,000 fils to the dinar. */
export type Prices = readonly [qarMinor: number, kwdMinor: number]
