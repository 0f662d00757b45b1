import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import type { CatalogueCategory } from '#shared/pos/catalogue-edit.contract.ts'
import css from './catalogue.module.css'

interface CategoryListProps {
  categories: readonly CatalogueCategory[]
  onOpen: (category: CatalogueCategory) => void
}

/** The categories in the order of the tills, each opening its sheet. */
export function CategoryList({ categories, onOpen }: CategoryListProps) {
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  return (
    <section aria-labelledby="catalogue-categories">
      <h2 id="catalogue-categories" className={css.heading}>
        {t('category.title')}
      </h2>
      <ul className={css.categories}>
        {categories.map((category) => (
          <li key={category.id}>
            <Button onClick={() => onOpen(category)}>
              <bdi>{pick(category.name)}</bdi>
              {!category.active && <small className={css.hidden}>{t('state.hidden')}</small>}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
