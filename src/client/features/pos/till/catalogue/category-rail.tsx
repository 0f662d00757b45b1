import { useSetAtom } from 'jotai'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { LaterPicture } from '../../pictures/later.tsx'
import { categoryAtom, queryAtom } from '../till.atoms.ts'
import css from './category-rail.module.css'
import { hueStyle } from './hue.ts'

/** The groups of goods, one colour each; the digits 1 to 9 choose them from a keyboard. */
export function CategoryRail({ chosenId }: { chosenId: string | undefined }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const { catalogue } = useTill()
  const choose = useSetAtom(categoryAtom)
  const setQuery = useSetAtom(queryAtom)
  return (
    <nav className={css.rail} aria-label={t('goods.categories')}>
      {catalogue.categories.map((category) => (
        <button
          key={category.id}
          type="button"
          className={css.category}
          style={hueStyle(category.hue)}
          aria-current={category.id === chosenId || undefined}
          onClick={() => {
            choose(category.id)
            setQuery('')
          }}
        >
          <span className={css.picture}>
            <Suspense>
              <LaterPicture item={category} />
            </Suspense>
          </span>
          <bdi>{pick(category.name)}</bdi>
        </button>
      ))}
    </nav>
  )
}
