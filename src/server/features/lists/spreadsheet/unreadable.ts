import type { SheetProblem } from '#shared/lists/spreadsheet.rules.ts'

/** A file that is not read at all, with why; nothing of it is kept. */
export class SheetRefused extends Error {
  readonly why: SheetProblem
  constructor(why: SheetProblem) {
    super(`the sheet can not be read: ${why}`)
    this.why = why
  }
}
