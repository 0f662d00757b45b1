// chunk: family
import { useTranslation } from 'react-i18next'
import type { CanteenLimits } from '#shared/overview/family/family-canteen.contract.ts'
import css from './canteen.module.css'

const diets = ['halal', 'vegetarian', 'vegan'] as const

interface DietChoiceProps {
  legend: string
  diet: CanteenLimits['diet']
  onChange: (diet: CanteenLimits['diet']) => void
}

/** What a child eats. */
export function DietChoice({ legend, diet, onChange }: DietChoiceProps) {
  const { t } = useTranslation('overview.family')
  return (
    <fieldset className={css.choices}>
      <legend>{legend}</legend>
      {diets.map((each) => (
        <label key={each} className={css.choice}>
          <input
            type="checkbox"
            checked={diet.includes(each)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...diet, each] : diet.filter((other) => other !== each))
            }
          />
          {t(`canteen.limits.food.${each}`)}
        </label>
      ))}
    </fieldset>
  )
}
