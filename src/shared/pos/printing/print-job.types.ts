import type { BitPicture } from './bit-picture.rules.ts'

/**
 * `queued`: nothing has left this device · `sent`: the printer took all of it and says no more · `confirmed`: the printer said that it
 * is printed · `unknown`: some of it left, and nobody knows what became of it.
 */
export type PrintState = 'queued' | 'sent' | 'confirmed' | 'unknown'

/** What was printed for what reason. */
export type PrintCause = 'sale' | 'refund' | 'topUp' | 'x' | 'z' | 'test' | 'reprint'

/** Why a job is not printed, or why nobody knows. */
export type PrintProblem =
  | 'unreachable'
  | 'no-paper'
  | 'not-ready'
  | 'denied'
  | 'not-allowed'
  | 'no-answer'
  | 'cut-off'
  | 'interrupted'
  | 'under-way'

export interface PrintResult {
  state: PrintState
  why?: PrintProblem
}

/** A printer, whichever way leads to it. Neither call rejects. */
export interface Printer {
  print(picture: BitPicture): Promise<PrintResult>
  /** Opens the drawer at the printer; `sent` or `confirmed` when the command has left. */
  kick(pin: 0 | 1): Promise<PrintResult>
}
