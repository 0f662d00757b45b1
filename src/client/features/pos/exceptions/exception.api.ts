import { ask } from '#client/platform/http.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import {
  type ExceptionOutcome,
  exceptionBoard,
  exceptionExport,
  handleException,
} from '#shared/pos/patterns/exception-board.contract.ts'

/** One page of the board, the latest first. */
export const listExceptions = (state: 'open' | 'closed', before?: string) =>
  ask(exceptionBoard, { boardState: state, ...(before && { before }) })

/** Closes an exception with what was found. */
export const closeException = (of: { opId: string; code: string }, conclusion: ExceptionOutcome, finding: string) =>
  ask(handleException, { opId: of.opId, code: of.code, conclusion, finding })

export const exportExceptions = (boardState: 'open' | 'closed', how: ExportHow<'exceptions'>) =>
  ask(exceptionExport, { filter: { boardState }, ...how })
