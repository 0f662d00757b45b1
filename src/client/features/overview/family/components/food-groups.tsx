import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { FamilyFood, ForbiddenFood } from '#shared/overview/family/family-food.contract.ts'
import type { foodFound } from '../food-choices.rules.ts'
import css from './canteen.module.css'

export interface ChoiceProps {
  food: FamilyFood
  chosen: ForbiddenFood
  onChange: (chosen: ForbiddenFood) => void
}

const toggled = <T,>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((each) => each !== one) : [...all, one]

type Found = ReturnType<typeof foodFound>
type GroupOf<T> = T & Pick<ChoiceProps, 'chosen' | 'onChange'> & { isSought: boolean }

export function ClassGroup({ classes, chosen, onChange, isSought }: GroupOf<Pick<Found, 'classes'>>) {
  const { t } = useTranslation(['overview.family-food', 'pos.spending'])
  const count = classes.filter((each) => chosen.classes.includes(each)).length
  return (
    <Group title={t('overview.family-food:classes')} count={count} isOpen={isSought}>
      {classes.map((each) => (
        <Choice
          key={each}
          isChosen={chosen.classes.includes(each)}
          onChange={() => onChange({ ...chosen, classes: toggled(chosen.classes, each) })}
        >
          {t(`pos.spending:class.${each}`)}
        </Choice>
      ))}
    </Group>
  )
}

export function CategoryGroup({
  category,
  chosen,
  onChange,
  isSought,
}: GroupOf<{ category: Found['categories'][number] }>) {
  const { t } = useTranslation('overview.family-food')
  const pick = useBilingual()
  const { id, name, items } = category
  const isWhole = chosen.categories.includes(id)
  const single = items.filter((item) => chosen.items.includes(item.id)).length
  return (
    <Group title={pick(name)} count={single + (isWhole ? 1 : 0)} isOpen={isSought}>
      <Choice isChosen={isWhole} onChange={() => onChange({ ...chosen, categories: toggled(chosen.categories, id) })}>
        <b>{t('whole', { category: pick(name) })}</b>
      </Choice>
      {items.map((item) => (
        <Choice
          key={item.id}
          isChosen={isWhole || chosen.items.includes(item.id)}
          isDisabled={isWhole}
          onChange={() => onChange({ ...chosen, items: toggled(chosen.items, item.id) })}
        >
          {pick(item.name)}
        </Choice>
      ))}
    </Group>
  )
}

interface GroupProps {
  title: string
  /** How many of it are chosen. */
  count: number
  isOpen: boolean
  children: ReactNode
}

/** A group of choices, folded until it is opened or something in it is looked for. */
function Group({ title, count, isOpen, children }: GroupProps) {
  const { t } = useTranslation('overview.family-food')
  const format = useFormat()
  return (
    <details key={String(isOpen)} className={css.fold} open={isOpen}>
      <summary>
        {title}
        {count > 0 && <span className={css.count}>{t('count', { no: format.count(count) })}</span>}
      </summary>
      <fieldset className={css.choices} aria-label={title}>
        {children}
      </fieldset>
    </details>
  )
}

interface OneProps {
  isChosen: boolean
  isDisabled?: boolean
  onChange: () => void
  children: ReactNode
}

const Choice = ({ isChosen, isDisabled = false, onChange, children }: OneProps) => (
  <label className={css.choice}>
    <input type="checkbox" checked={isChosen} disabled={isDisabled} onChange={onChange} />
    {children}
  </label>
)
