/** What can stand beside a student's name, in the order in which it is shown. */
export const studentColumns = [
  'status',
  'since',
  'grade',
  'year',
  'reference',
  'due',
  'owner',
  'nationality',
  'source',
  'applied',
] as const
export type StudentColumn = (typeof studentColumns)[number]

/** What is shown to a person who has chosen nothing. */
export const usualColumns: readonly StudentColumn[] = [
  'status',
  'grade',
  'due',
  'owner',
  'nationality',
  'source',
  'applied',
]

/** The known columns of a choice, in the order of the list; the usual ones where it names none. */
export function columnsOf(chosen: readonly string[] | undefined): readonly StudentColumn[] {
  const known = studentColumns.filter((each) => chosen?.includes(each))
  return known.length > 0 ? known : usualColumns
}

/** How columns stand in an address; undefined for the usual ones. */
export const columnsText = (columns: readonly StudentColumn[]): string | undefined =>
  columns.length === usualColumns.length && usualColumns.every((each) => columns.includes(each))
    ? undefined
    : columns.join('.')
