import { useTranslation } from 'react-i18next'
import type { KeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'
import { type Catalogue, type CatalogueItem, maxPrice } from '#shared/pos/catalogue-edit.contract.ts'
import { putItems, putPrices } from '../catalogue.api.ts'
import {
  type CellFault,
  cellText,
  faultsOf,
  type GridColumn,
  type GridEdits,
  gridColumns,
  paste,
  readEdits,
} from './grid-cells.ts'
import { useKeptEdits } from './use-kept-edits.ts'

/** A cell by its row in the grid. */
export interface Place {
  row: number
  column: GridColumn
}

/**
 * The edits of a grid until they are saved as one change.
 * They are kept on this device meanwhile, and are there again at the next visit.
 * @param of `day`: first day of the prices, undefined while all cells are edited as of now; `kept`: what an earlier visit typed
 */
export function useGrid(
  catalogue: Catalogue,
  { day, kept }: { day: string | undefined; kept: KeptDraft | undefined },
  onSaved: (count: number) => void,
) {
  const { t, i18n } = useTranslation('pos.catalogue')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const { edits, setEdits, faults, setFaults, isBack, clear } = useKeptEdits(catalogue, day, kept)
  const columns: readonly GridColumn[] = day === undefined ? gridColumns : ['price']
  const words = { yes: t('grid.yes'), no: t('grid.no') }
  useBusy(edits.size > 0)
  /** What stands in a cell before it is edited. */
  const standing = (item: CatalogueItem, column: GridColumn): string => {
    if (day === undefined || column !== 'price') return cellText(item, column, catalogue, language, words)
    const planned = item.nextPrices?.find(({ from }) => from === day)
    return planned ? toDecimalText(planned.price, catalogue.currency) : ''
  }
  const save = useMutation(
    async () => {
      const read = day === undefined ? readEdits(edits, catalogue) : readPlan(edits, catalogue)
      setFaults(read.faults)
      if (read.faults.size > 0) return undefined
      if ('changes' in read) return { ...(await putItems(read.changes)), ids: read.changes.map(({ item }) => item.id) }
      const { prices } = read
      return { ...(await putPrices({ day: day ?? '', prices })), ids: prices.map(({ itemId }) => itemId) }
    },
    {
      onSuccess: async (answer) => {
        if (!answer) return
        setFaults(faultsOf(answer.refused, answer.ids))
        if (answer.refused.length > 0) return
        await clear()
        onSaved(answer.changed)
      },
    },
  )
  const put = (item: CatalogueItem, column: GridColumn, text: string) => {
    const { [column]: _before, ...rest } = edits.get(item.id) ?? {}
    const typed = text === standing(item, column) ? rest : { ...rest, [column]: text }
    const next = new Map(edits)
    if (Object.keys(typed).length > 0) next.set(item.id, typed)
    else next.delete(item.id)
    setEdits(next)
    const { [column]: _fault, ...left } = faults.get(item.id) ?? {}
    setFaults(new Map(faults).set(item.id, left))
  }
  return {
    columns,
    count: edits.size,
    faults,
    save,
    put,
    textOf: (item: CatalogueItem, column: GridColumn) => edits.get(item.id)?.[column] ?? standing(item, column),
    isChanged: (item: CatalogueItem, column: GridColumn) => edits.get(item.id)?.[column] !== undefined,
    pasteAt: (cells: string[][], from: Place, items: readonly CatalogueItem[]) =>
      setEdits(paste(edits, cells, from, { items, columns })),
    /** What is shown was typed at an earlier visit. */
    isBack,
    discard: () => void clear(),
  }
}

export type Grid = ReturnType<typeof useGrid>

/** Reads the prices of a later day; an empty cell takes a planned one back. */
function readPlan(edits: GridEdits, { items, currency }: Catalogue) {
  const faults = new Map<string, Partial<Record<GridColumn, CellFault>>>()
  const prices = items.flatMap(({ id: itemId, version: seen }) => {
    const text = edits.get(itemId)?.price
    if (text === undefined) return []
    const price = text.trim() === '' ? null : parseDecimalText(text, currency)
    if (price !== undefined && (price === null || price <= maxPrice)) return [{ itemId, price, seen }]
    faults.set(itemId, { price: 'price' })
    return []
  })
  return { prices, faults }
}
