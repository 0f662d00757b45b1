import type { Catalogue, CatalogueCategory, CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import { FavouritesPanel } from '../favourites/favourites-panel.tsx'
import { OptionsPanel } from '../options/options-panel.tsx'
import { CategorySheet } from './category-sheet.tsx'
import { ImportSheet } from './import-sheet.tsx'
import { ItemSheet } from './item-sheet.tsx'

/** What is open beside the list. */
export type Open =
  | 'import'
  | 'options'
  | 'favourites'
  | { item: CatalogueItem | undefined }
  | { category: CatalogueCategory | undefined }

interface OpenPanelProps {
  open: Open
  catalogue: Catalogue
  onClose: () => void
  /** The catalogue is another one now, or may be: it is read again. */
  onChanged: () => void
}

export function OpenPanel({ open, catalogue, onClose, onChanged }: OpenPanelProps) {
  const done = () => {
    onClose()
    onChanged()
  }
  if (open === 'import') return <ImportSheet onClose={onClose} onDone={done} />
  if (open === 'options') return <OptionsPanel catalogue={catalogue} onClose={done} onDone={done} />
  if (open === 'favourites') return <FavouritesPanel catalogue={catalogue} onClose={done} onDone={done} />
  if ('category' in open) {
    const key = open.category?.id
    return <CategorySheet key={key} category={open.category} catalogue={catalogue} onClose={done} onDone={done} />
  }
  return <ItemSheet key={open.item?.id} item={open.item} catalogue={catalogue} onClose={done} onDone={done} />
}
