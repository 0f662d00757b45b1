import { foldText } from '#shared/kernel/text/search.rules.ts'

/** What a person has said of the headings of a file, by their folded text; null for a column that is not imported. */
export type HeadMapping<Column extends string> = Readonly<Record<string, Column | null>>

/** A heading of a file as it is written, the first value below it, and the column that it names; null where it is not imported. */
export interface ReadHead<Column extends string> {
  head: string
  sample: string
  column: Column | null
}

/** The headings of a file in one text: two files of one shape have the same, in whatever order their columns stand. */
export const shapeOf = (heads: readonly string[]): string =>
  heads
    .map(foldText)
    .filter((head) => head !== '')
    .toSorted()
    .join('\n')

/** Returns a mapping by what was said of each heading. */
export const mappingOf = <Column extends string>(
  said: readonly { head: string; column: Column | null }[],
): HeadMapping<Column> => Object.fromEntries(said.map(({ head, column }) => [foldText(head), column]))

/**
 * Returns what a person has said of a heading: undefined where nobody has said anything. A file may name a column `constructor`, which
 * every plain object has.
 */
export const saidOf = <Column extends string>(
  mapping: HeadMapping<Column>,
  head: string,
): Column | null | undefined => {
  const text = foldText(head)
  return Object.hasOwn(mapping, text) ? mapping[text] : undefined
}

/** Heading or value of a file as it is shown to a person: 200 characters at the most. */
export const shownHead = (text: string): string => text.trim().slice(0, 200).toWellFormed()

/** Returns the first value below a heading, as it is shown. */
export const sampleBelow = (rows: readonly { cells: readonly string[] }[], no: number): string =>
  shownHead(rows.map(({ cells }) => cells[no] ?? '').find((cell) => cell.trim() !== '') ?? '').slice(0, 80)
