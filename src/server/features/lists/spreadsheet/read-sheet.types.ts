/** Fault that makes a row unusable: a quote, the number of its cells, unreadable characters. */
type RowDamage = 'quotes' | 'cells' | 'characters'

/** One row that is not blank. */
export interface ReadRow {
  /** Row number in the file, from 1, as programs show it. */
  no: number
  cells: string[]
  damage: RowDamage | undefined
}

export interface SheetLimits {
  /** Excluding the header. */
  rows: number
  columns: number
}
