import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import css from './rules-sheet.module.css'

interface RowsProps<Row> {
  legend: string
  rows: readonly Row[]
  /** What a new row begins with. */
  blank: Row
  most: number
  drop: string
  add: string
  /** What is not right yet. */
  wrong: string | false
  onChange: (rows: Row[]) => void
  /** The fields of one row. `numbered` tells fields of the same name apart. */
  renderRow: (row: Row, put: (more: Partial<Row>) => void, numbered: (name: string) => string) => ReactNode
}

/** A rule that is a list: rows that are added, changed and taken away. */
export function RuleRows<Row>({ legend, rows, blank, most, drop, add, wrong, onChange, renderRow }: RowsProps<Row>) {
  return (
    <fieldset className={css.ends}>
      <legend>{legend}</legend>
      {rows.map((row, no) => {
        const numbered = (name: string) => (rows.length > 1 ? `${name} ${no + 1}` : name)
        const put = (more: Partial<Row>) => onChange(rows.map((each, at) => (at === no ? { ...each, ...more } : each)))
        return (
          // Rows have no name but their place.
          <div key={no} className={common.row}>
            {renderRow(row, put, numbered)}
            <Button
              kind="quiet"
              aria-label={numbered(drop)}
              onClick={() => onChange(rows.filter((_each, at) => at !== no))}
            >
              {drop}
            </Button>
          </div>
        )
      })}
      {wrong && <InlineNotice tone="problem">{wrong}</InlineNotice>}
      {rows.length < most && <Button onClick={() => onChange([...rows, blank])}>{add}</Button>}
    </fieldset>
  )
}
