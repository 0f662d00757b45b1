import type { SheetProblem } from '#shared/lists/spreadsheet.rules.ts'

/** Reason a file is not read at all; nothing of it is stored. */
export class SheetRefused extends Error {
  readonly why: SheetProblem
  constructor(why: SheetProblem) {
    super(`the sheet can not be read: ${why}`)
    this.why = why
  }
}
