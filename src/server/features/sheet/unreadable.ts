import type { UnreadableSheet } from '#shared/rules/import-columns.rules.ts'

/** A file that is not read at all, with why; nothing of it is kept. */
export class SheetRefused extends Error {
  readonly why: UnreadableSheet
  constructor(why: UnreadableSheet) {
    super(`the sheet can not be read: ${why}`)
    this.why = why
  }
}
