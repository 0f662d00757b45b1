import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import type { CatalogueCategory } from '#shared/pos/catalogue-edit.contract.ts'
import { putOrder } from '../catalogue.api.ts'
import { movedTo } from '../moved-to.ts'
import css from './catalogue.module.css'
import { hueVariable } from './colour-field.tsx'
import { SaveError } from './save-error.tsx'

interface CategoryListProps {
  categories: readonly CatalogueCategory[]
  onOpen: (category: CatalogueCategory) => void
  /** The order has changed, or somebody else has changed the categories. */
  onChanged: () => void
}

/** The categories in the order of the tills, each opening its panel. Dragged, or moved by Alt and an arrow key. */
export function CategoryList({ categories, onOpen, onChanged }: CategoryListProps) {
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  const [dragged, setDragged] = useState<number>()
  const [said, setSaid] = useState('')
  const { mutate, error } = useMutation(putOrder, { onSettled: onChanged })
  const move = (from: number, to: number) => {
    const next = movedTo(categories, from, to)
    const moved = categories[from]
    if (!moved || next[from] === moved) return
    setSaid(t('category.moved', { name: pick(moved.name), place: next.indexOf(moved) + 1 }))
    void mutate(next.map(({ id }) => id))
  }
  return (
    <section aria-labelledby="catalogue-categories">
      <h2 id="catalogue-categories" className={css.heading}>
        {t('category.title')}
      </h2>
      <p className={common.smallLine}>{t('category.orderHint')}</p>
      <ul className={css.categories}>
        {categories.map((category, at) => (
          <CategoryPlace
            key={category.id}
            category={category}
            isDragged={dragged === at}
            onOpen={() => onOpen(category)}
            onStep={(step) => move(at, at + step)}
            onDrag={(isOn) => setDragged(isOn ? at : undefined)}
            onDrop={dragged === undefined ? undefined : () => move(dragged, at)}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <SaveError error={error} />
    </section>
  )
}

interface CategoryPlaceProps {
  category: CatalogueCategory
  isDragged: boolean
  onOpen: () => void
  onStep: (step: number) => void
  onDrag: (isOn: boolean) => void
  /** Undefined while nothing is dragged. */
  onDrop: (() => void) | undefined
}

function CategoryPlace({ category, isDragged, onOpen, onStep, onDrag, onDrop }: CategoryPlaceProps) {
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  const [isOver, setOver] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging; by keyboard there are keys
    <li
      className={css.place}
      draggable
      data-dragged={isDragged || undefined}
      data-over={(isOver && onDrop && !isDragged) || undefined}
      onDragStart={(event) => {
        // Without anything to carry not every browser begins.
        event.dataTransfer.setData('application/x-category', category.id)
        onDrag(true)
      }}
      onDragOver={(event) => {
        if (!onDrop) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDragEnd={() => onDrag(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop?.()
      }}
    >
      <Button
        onClick={onOpen}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
        onKeyDown={(event) => {
          const step = event.altKey ? stepOf(event.key) : 0
          if (step === 0) return
          event.preventDefault()
          onStep(step)
        }}
      >
        {category.hue !== undefined && <span className={css.swatch} style={hueVariable(category.hue)} />}
        <bdi>{pick(category.name)}</bdi>
        {!category.active && <small className={css.hidden}>{t('state.hidden')}</small>}
      </Button>
    </li>
  )
}

/** Places to move by, as the arrows point on the screen. */
function stepOf(key: string): number {
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  const steps: Record<string, number> = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: 1, ArrowUp: -1 }
  return steps[key] ?? 0
}
