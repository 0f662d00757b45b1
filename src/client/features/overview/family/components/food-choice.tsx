import { type FormEvent, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { FamilyFood, ForbiddenFood } from '#shared/overview/family/family-food.contract.ts'
import type { FamilyChild } from '#shared/overview/family/family-home.contract.ts'
import { forbidFood, readFood } from '../family-food.api.ts'
import { type ChosenFood, chosenFood, foodFound, withoutChoice } from '../food-choices.rules.ts'
import { useChildName } from '../use-child-name.ts'
import css from './canteen.module.css'
import shared from './family.module.css'
import { CategoryGroup, type ChoiceProps, ClassGroup } from './food-groups.tsx'

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

/** Returns what a forbidden food is called; one that is not sold any more says so. */
function useFoodName(): (food: ChosenFood) => string {
  const { t } = useTranslation(['overview.family-food', 'pos.spending'])
  const pick = useBilingual()
  return (food) => {
    const name = food.part === 'classes' ? t(`pos.spending:class.${food.id}`) : pick(food.name)
    return food.isGone ? t('overview.family-food:gone', { name: `\u2068${name}\u2069` }) : name
  }
}

interface FormProps {
  child: FamilyChild
  food: FamilyFood
  onSaved: (food: FamilyFood) => void
  close: () => void
}

/** What is forbidden stands first; the rest is folded, and found by its name. */
function FoodForm({ child, food, onSaved, close }: FormProps) {
  const { t } = useTranslation('overview.family-food')
  const errorText = useErrorText()
  const [chosen, setChosen] = useState<ForbiddenFood>(food.forbidden)
  const { mutate, isPending, error } = useMutation(
    () => forbidFood({ student_id: child.studentId, foodSeen: food.forbidden, food: chosen }),
    { onSuccess: onSaved },
  )
  const save = (event: FormEvent) => {
    event.preventDefault()
    void mutate()
  }
  return (
    <form className={css.form} onSubmit={save}>
      <Chosen food={food} chosen={chosen} onChange={setChosen} />
      <Choices food={food} chosen={chosen} onChange={setChosen} />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <div className={shared.buttons}>
        <button type="submit" className={shared.button} data-primary aria-busy={isPending}>
          {t('save')}
        </button>
        <button type="button" className={shared.button} onClick={close}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}

/** What is forbidden now, each taken away with one press. */
function Chosen({ food, chosen, onChange }: ChoiceProps) {
  const { t } = useTranslation('overview.family-food')
  const nameOf = useFoodName()
  const all = chosenFood(food, chosen)
  return (
    <section aria-label={t('chosen')}>
      <b>{t('chosen')}</b>
      {all.length === 0 && <p className={css.soft}>{t('none')}</p>}
      <ul className={css.chips}>
        {all.map((each) => (
          <li key={`${each.part} ${each.id}`}>
            <button
              type="button"
              data-gone={each.isGone || undefined}
              aria-label={t('remove', { name: nameOf(each) })}
              onClick={() => onChange(withoutChoice(chosen, each))}
            >
              {nameOf(each)} <span aria-hidden>×</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What can be forbidden: kinds of food, whole categories of the tills, or single items of them. */
function Choices({ food, chosen, onChange }: ChoiceProps) {
  const { t } = useTranslation(['overview.family-food', 'pos.spending'])
  const [typed, setTyped] = useState('')
  const isSought = typed.trim() !== ''
  const { classes, categories } = foodFound(food, typed, (each) => t(`pos.spending:class.${each}`))
  return (
    <>
      <label className={css.field}>
        <span>{t('overview.family-food:find')}</span>
        <input
          type="search"
          value={typed}
          maxLength={60}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          // Enter finds; it does not save.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </label>
      <p className={css.soft} role="status">
        {classes.length + categories.length === 0 && t('overview.family-food:nothing')}
      </p>
      {classes.length > 0 && <ClassGroup classes={classes} {...{ chosen, onChange, isSought }} />}
      {categories.map((category) => (
        <CategoryGroup key={category.id} category={category} {...{ chosen, onChange, isSought }} />
      ))}
    </>
  )
}
