import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { maxItems } from '#shared/admissions/scoring.rules.ts'
import { type ItemDraft, newItem } from '../set-draft.ts'
import { ItemFields } from './item-fields.tsx'
import { RowActions } from './row-actions.tsx'
import css from './set-editor.module.css'

interface ItemsProps {
  items: readonly ItemDraft[]
  onChange: (items: ItemDraft[]) => void
}

/** Everything that is scored, in its order. */
export function ItemList({ items, onChange }: ItemsProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  return (
    <section className={css.group} aria-label={t('part.items')}>
      <h2>{t('part.items')}</h2>
      {items.map((item, place) => {
        const name = t('itemNo', { no: place + 1 })
        return (
          <fieldset key={item.key} className={css.card}>
            <legend>{name}</legend>
            <ItemFields
              item={item}
              put={(more) => onChange(items.map((each) => (each.key === item.key ? { ...each, ...more } : each)))}
            />
            <RowActions list={items} place={place} name={name} least={1} onChange={onChange} />
          </fieldset>
        )
      })}
      {items.length < maxItems && <Button onClick={() => onChange([...items, newItem(items)])}>{t('addItem')}</Button>}
    </section>
  )
}
