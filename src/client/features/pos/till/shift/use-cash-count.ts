// chunk: till-sheets
import { useState } from 'react'
import { countedCash, denominations } from '#shared/kernel/cash-count.rules.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { DrawerCount } from '#shared/pos/shift.contract.ts'
import { entryAmount } from '../payment/number-entry.ts'

export type CountedBy = 'amount' | 'piles'

/** What was typed of each note and coin, by its worth in minor units. */
export type TypedPiles = Readonly<Record<number, string>>

/** Returns a count as it was typed; undefined until anything is. Zero pieces of a note are as good as none. */
export function readPiles(currency: Currency, typed: TypedPiles): DrawerCount | undefined {
  const known = denominations[currency].filter((worth) => typed[worth])
  if (known.length === 0) return undefined
  const piles = known.map((worth) => ({ worth, count: Number(typed[worth]) })).filter(({ count }) => count > 0)
  return { amount: countedCash(piles), piles }
}

/** A count of the drawer as it is being typed: one amount, or notes and coins. `count` is undefined until there is one. */
export function useCashCount(currency: Currency) {
  const [by, setBy] = useState<CountedBy>('amount')
  const [entry, setEntry] = useState('')
  const [piles, setPiles] = useState<TypedPiles>({})
  const worths = denominations[currency]
  const [active, setActive] = useState(worths[0] ?? 1)
  const amount = entryAmount(entry, currency)
  const count: DrawerCount | undefined =
    by === 'piles' ? readPiles(currency, piles) : amount === undefined ? undefined : { amount }
  const setPile = (text: string) => /^\d{0,5}$/.test(text) && setPiles({ ...piles, [active]: text })
  /** Goes on to the next note or coin; false after the last. */
  const goOn = (): boolean => {
    const next = worths[worths.indexOf(active) + 1]
    if (next === undefined) return false
    setActive(next)
    return true
  }
  const clear = () => {
    setEntry('')
    setPiles({})
  }
  return { currency, by, setBy, entry, setEntry, piles, active, setActive, setPile, goOn, worths, count, clear }
}

export type CashCount = ReturnType<typeof useCashCount>
