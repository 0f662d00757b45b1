import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import css from './grid.module.css'
import { type GridColumn, pastedCells } from './grid-cells.ts'
import type { Grid, Place } from './use-grid.ts'

const fromTheLeft: readonly GridColumn[] = ['nameEn', 'price', 'barcode', 'tax', 'sort']

interface CellProps {
  item: CatalogueItem
  place: Place
  label: string
  isOpen: boolean
  grid: Grid
  items: readonly CatalogueItem[]
  onMove: (at: Place) => void
}

/** A cell of the grid: an input where it is open, else its text. */
export function Cell({ item, place, label, isOpen, grid, items, onMove }: CellProps) {
  const { row, column } = place
  const text = grid.textOf(item, column)
  const isWrong = grid.faults.get(item.id)?.[column] !== undefined
  const dir = fromTheLeft.includes(column) ? 'ltr' : 'auto'
  return (
    <td
      className={css[column]}
      data-changed={grid.isChanged(item, column) || undefined}
      data-wrong={isWrong || undefined}
      onClick={() => onMove(place)}
    >
      {isOpen ? (
        <CellInput
          key={`${item.id} ${column}`}
          text={text}
          dir={dir}
          label={label}
          isWrong={isWrong}
          onPut={(typed) => grid.put(item, column, typed)}
          onPaste={(cells) => grid.pasteAt(cells, place, items)}
          onStep={(down, along) => {
            const to = grid.columns.indexOf(column) + along
            const size = grid.columns.length
            const next = grid.columns[((to % size) + size) % size] ?? column
            onMove({ row: Math.max(0, Math.min(items.length - 1, row + down + Math.floor(to / size))), column: next })
          }}
        />
      ) : (
        <span className={css.text} dir={dir}>
          {text}
        </span>
      )}
    </td>
  )
}

interface CellInputProps {
  text: string
  dir: 'ltr' | 'auto'
  label: string
  isWrong: boolean
  onPut: (text: string) => void
  onPaste: (cells: string[][]) => void
  /** Goes to another cell: rows down, columns along. */
  onStep: (down: number, along: number) => void
}

/** The cell that is typed in. Left and right arrows leave it only at the ends of its text, as in a spreadsheet's own line. */
function CellInput({ text, dir, label, isWrong, onPut, onPaste, onStep }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [before] = useState(text)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = stepOf(event)
    if (event.key === 'Escape') {
      event.preventDefault()
      // Tab goes through the cells, so there is another way out of them: from here it leads to what stands below the table.
      if (text === before) event.currentTarget.blur()
      else onPut(before)
    } else if (step) {
      event.preventDefault()
      onStep(...step)
    }
  }
  const take = (event: ClipboardEvent<HTMLInputElement>) => {
    const cells = pastedCells(event.clipboardData.getData('text/plain'))
    if (cells.length === 1 && cells[0]?.length === 1) return
    event.preventDefault()
    onPaste(cells)
  }
  return (
    <input
      ref={input}
      className={css.input}
      dir={dir}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      autoComplete="off"
      maxLength={200}
      value={text}
      onChange={(event) => onPut(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={take}
    />
  )
}

/** Where a key leads to: rows down and columns along; undefined where it stays in the cell. */
function stepOf(event: KeyboardEvent<HTMLInputElement>): [down: number, along: number] | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return undefined
  const { selectionStart, selectionEnd, value } = event.currentTarget
  const isWhole = selectionStart === 0 && selectionEnd === value.length
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  switch (event.key) {
    case 'Enter':
      return [event.shiftKey ? -1 : 1, 0]
    case 'Tab':
      return [0, event.shiftKey ? -1 : 1]
    case 'ArrowDown':
      return [1, 0]
    case 'ArrowUp':
      return [-1, 0]
    case 'ArrowRight':
      return isWhole || selectionStart === value.length ? [0, forward] : undefined
    case 'ArrowLeft':
      return isWhole || selectionEnd === 0 ? [0, -forward] : undefined
    default:
      return undefined
  }
}
