/** What is wrong with a row so that nothing of it can be taken: a quote, the count of its cells, characters nobody can read. */
type RowDamage = 'quotes' | 'cells' | 'characters'

/** One row that is not blank. */
export interface ReadRow {
  /** Its number in the file, from 1, as programs show it. */
  no: number
  cells: string[]
  damage: RowDamage | undefined
}

export interface SheetLimits {
  /** Besides the head. */
  rows: number
  columns: number
}
