import { findPayerCodes } from '#shared/fees/payer-code.rules.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { StatementLine } from './statement.types.ts'

export interface MatchIndex {
  /** Payer by code. */
  readonly payerByCode: ReadonlyMap<string, string>
  /** Payers of a child by its admission number, in capitals. */
  readonly payersByNumber: ReadonlyMap<string, readonly string[]>
}

export type LineMatch =
  | { readonly state: 'matched'; readonly payerId: string; readonly by: 'code' | 'child' }
  /** A person decides between them; none of them when nobody was found. */
  | { readonly state: 'doubtful'; readonly candidates: readonly string[] }
  /** Money that left. */
  | { readonly state: 'ignored' }

/** Shorter numbers of children are words of any text. */
const minNumberLength = 4

/**
 * Returns whose money a line is. A payer's code is certain; a child's admission number is, where the child has one payer. More than one
 * candidate, or none, is decided by a person.
 */
export function matchLine({ amount, text, reference }: StatementLine, index: MatchIndex): LineMatch {
  if (amount <= 0) return { state: 'ignored' }
  const said = `${text} ${reference}`
  const coded = unique(findPayerCodes(said).flatMap((code) => index.payerByCode.get(code) ?? []))
  const [payerId] = coded
  if (payerId !== undefined) {
    return coded.length === 1 ? { state: 'matched', payerId, by: 'code' } : { state: 'doubtful', candidates: coded }
  }
  const payers = unique(numbersIn(said).flatMap((number) => index.payersByNumber.get(number) ?? []))
  const [only] = payers
  return only !== undefined && payers.length === 1
    ? { state: 'matched', payerId: only, by: 'child' }
    : { state: 'doubtful', candidates: payers }
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

const numbersIn = (text: string): string[] =>
  unique(
    latinDigits(text)
      .toUpperCase()
      .split(/[^\p{L}\p{N}_-]+/u)
      .flatMap((word) => [word, ...word.split(/[-_]/)])
      .filter((word) => word.length >= minNumberLength),
  )
