import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import { Drawing } from './drawing.tsx'
import { foodDrawing, initialsOf } from './food-drawing.rules.ts'
import css from './item-picture.module.css'

/** The item's photo; without one the drawing that fits its name; without that two letters. */
export function ItemPicture({ item }: { item: Pick<Item, 'name' | 'picture'> }) {
  const pick = useBilingual()
  if (item.picture) return <img className={css.photo} src={item.picture} alt="" />
  const drawing = foodDrawing(item.name)
  if (drawing) return <Drawing className={css.drawing} name={`food-${drawing}`} />
  return (
    <span className={css.letters} aria-hidden="true">
      {initialsOf(pick(item.name))}
    </span>
  )
}
