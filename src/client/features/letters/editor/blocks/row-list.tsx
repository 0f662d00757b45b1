import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteIcon, PlusIcon } from '#client/ui/icons/action-icons.tsx'
import css from '../components/editor.module.css'

interface RowListProps<T> {
  name: string
  rows: readonly T[]
  most: number
  fresh: () => T
  onChange: (rows: T[]) => void
  renderRow: (row: T, no: number) => ReactNode
}

/** Rows of a block, one below the other: one can be added, and all but the last taken away. */
export function RowList<T>({ name, rows, most, fresh, onChange, renderRow }: RowListProps<T>) {
  const { t } = useTranslation('letters.editor')
  return (
    <div className={css.rows}>
      {rows.map((row, no) => (
        // Rows have no names of their own: what they hold is typed in, and their order is theirs.
        <div key={no} className={css.row}>
          {renderRow(row, no)}
          {rows.length > 1 && (
            <button
              type="button"
              className={css.square}
              aria-label={t('removeRow', { name, no: no + 1 })}
              onClick={() => onChange(rows.toSpliced(no, 1))}
            >
              <DeleteIcon size={18} />
            </button>
          )}
        </div>
      ))}
      {rows.length < most && (
        <button type="button" className={css.button} onClick={() => onChange([...rows, fresh()])}>
          <PlusIcon size={16} /> {t('addRow', { name })}
        </button>
      )}
    </div>
  )
}
