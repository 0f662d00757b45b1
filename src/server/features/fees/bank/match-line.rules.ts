import { findPayerCodes } from '#shared/fees/payer-code.rules.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { StatementLine } from './statement.types.ts'

export interface MatchIndex {
  /** Payer by code. */
  readonly payerByCode: ReadonlyMap<string, string>
  /** Payers of a child by its admission number, in capitals; its first guardian among them. */
  readonly payersByNumber: ReadonlyMap<string, readonly string[]>
}

export type LineMatch =
  | { readonly state: 'matched'; readonly payerId: string; readonly by: 'code' }
  /** A person decides between them; none of them when nobody was found. */
  | { readonly state: 'doubtful'; readonly candidates: readonly string[] }
  /** Money that left. */
  | { readonly state: 'ignored' }

/** Shorter numbers of children are words of any text. */
const minNumberLength = 4

/**
 * Returns whose money a line is. Only a payer's code is certain. A child's admission number may be any number of a bank, so that its
 * payers are candidates: a person decides between them, or finds the payer.
 */
export function matchLine({ amount, text, reference, isUncertain }: StatementLine, index: MatchIndex): LineMatch {
  if (amount <= 0) return { state: 'ignored' }
  const said = `${text} ${reference}`
  const coded = unique(findPayerCodes(said).flatMap((code) => index.payerByCode.get(code) ?? []))
  const [payerId] = coded
  if (payerId !== undefined && coded.length === 1 && !isUncertain) return { state: 'matched', payerId, by: 'code' }
  const payers = unique(numbersIn(said).flatMap((number) => index.payersByNumber.get(number) ?? []))
  return { state: 'doubtful', candidates: coded.length > 0 ? coded : payers }
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

/** Returns the words of a text that may be admission numbers, in capitals. */
export const numbersIn = (text: string): string[] =>
  unique(
    latinDigits(text)
      .toUpperCase()
      .split(/[^\p{L}\p{N}_-]+/u)
      .flatMap((word) => [word, ...word.split(/[-_]/)])
      .filter((word) => word.length >= minNumberLength),
  )
