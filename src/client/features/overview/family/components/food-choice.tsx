import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { FamilyFood } from '#shared/overview/family/family-food.contract.ts'
import type { FamilyChild } from '#shared/overview/family/family-home.contract.ts'
import { readFood } from '../family-food.api.ts'
import { chosenFood } from '../food-choices.rules.ts'
import { useChildName } from '../use-child-name.ts'
import { FoodForm, useFoodName } from './food-form.tsx'
import shared from './family.module.css'

/** What a child may not buy by its guardians' word, and the way to change it. */
export function FoodChoice({ child }: { child: FamilyChild }) {
  const { t } = useTranslation(['overview.family-food', 'pos.spending'])
  const { first } = useChildName()
  const errorText = useErrorText()
  const question = useCallback(() => readFood(child.studentId), [child.studentId])
  const { answer, failure, again } = useAnswer(question)
  const [newer, setNewer] = useState<FamilyFood>()
  const [edits, setEdits] = useState(false)
  const food = newer ?? answer
  return (
    <>
      <h3 className={shared.sub}>{t('overview.family-food:title', { name: first(child) })}</h3>
      {failure && !food && (
        <InlineNotice tone="problem">
          {errorText(failure)}{' '}
          <button type="button" className={shared.button} onClick={again}>
            {t('overview.family-food:again')}
          </button>
        </InlineNotice>
      )}
      {food && !edits && <FoodShown food={food} edit={() => setEdits(true)} />}
      {food && edits && (
        <FoodForm
          child={child}
          food={food}
          onSaved={(saved) => {
            setNewer(saved)
            setEdits(false)
          }}
          close={() => setEdits(false)}
        />
      )}
    </>
  )
}

function FoodShown({ food, edit }: { food: FamilyFood; edit: () => void }) {
  const { t } = useTranslation('overview.family-food')
  const nameOf = useFoodName()
  const names = chosenFood(food, food.forbidden).map(nameOf)
  return (
    <div className={shared.row}>
      <span>{names.length === 0 ? t('none') : names.join(t('comma'))}</span>
      <button type="button" className={shared.button} onClick={edit}>
        {t('open')}
      </button>
    </div>
  )
}
