import { type FormEvent, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import type { FamilyFood, ForbiddenFood } from '#shared/overview/family/family-food.contract.ts'
import type { FamilyChild } from '#shared/overview/family/family-home.contract.ts'
import { forbidFood, readFood } from '../family-food.api.ts'
import { useChildName } from '../use-child-name.ts'
import css from './canteen.module.css'
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

/** Returns the names of what is forbidden, kinds of food first. */
function useForbiddenNames(): (food: FamilyFood) => string[] {
  const { t } = useTranslation(['overview.family-food', 'pos.spending'])
  const pick = useBilingual()
  return ({ forbidden, categories, items }) => [
    ...forbidden.classes.map((each) => t(`pos.spending:class.${each}`)),
    ...categories.filter(({ id }) => forbidden.categories.includes(id)).map(({ name }) => pick(name)),
    ...items.filter(({ id }) => forbidden.items.includes(id)).map(({ name }) => pick(name)),
  ]
}

function FoodShown({ food, edit }: { food: FamilyFood; edit: () => void }) {
  const { t } = useTranslation('overview.family-food')
  const names = useForbiddenNames()(food)
  return (
    <div className={shared.row}>
      <span>{names.length === 0 ? t('none') : names.join(t('comma'))}</span>
      <button type="button" className={shared.button} onClick={edit}>
        {t('open')}
      </button>
    </div>
  )
}

interface FormProps {
  child: FamilyChild
  food: FamilyFood
  onSaved: (food: FamilyFood) => void
  close: () => void
}

const toggled = <T,>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((each) => each !== one) : [...all, one]

function FoodForm({ child, food, onSaved, close }: FormProps) {
  const { t } = useTranslation(['overview.family-food', 'pos.spending'])
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
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {food.classes.length > 0 && (
        <fieldset className={css.choices}>
          <legend>{t('overview.family-food:classes')}</legend>
          {food.classes.map((each) => (
            <label key={each} className={css.choice}>
              <input
                type="checkbox"
                checked={chosen.classes.includes(each)}
                onChange={() => setChosen({ ...chosen, classes: toggled(chosen.classes, each) })}
              />
              {t(`pos.spending:class.${each}`)}
            </label>
          ))}
        </fieldset>
      )}
      <Menu food={food} chosen={chosen} onChange={setChosen} />
      <div className={shared.buttons}>
        <button type="submit" className={shared.button} data-primary aria-busy={isPending}>
          {t('overview.family-food:save')}
        </button>
        <button type="button" className={shared.button} onClick={close}>
          {t('overview.family-food:cancel')}
        </button>
      </div>
    </form>
  )
}

interface MenuProps {
  food: FamilyFood
  chosen: ForbiddenFood
  onChange: (chosen: ForbiddenFood) => void
}

/** What the tills sell: a whole category, or single items of it, found by their name. */
function Menu({ food, chosen, onChange }: MenuProps) {
  const { t } = useTranslation('overview.family-food')
  const pick = useBilingual()
  const [typed, setTyped] = useState('')
  const sought = foldText(typed)
  const isFound = (name: { en: string; ar: string }) =>
    [name.en, name.ar].some((each) => foldText(each).includes(sought))
  return (
    <>
      <label className={css.field}>
        <span>{t('find')}</span>
        <input
          type="search"
          value={typed}
          maxLength={60}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      {food.categories.map(({ id, name }) => {
        const items = food.items.filter((item) => item.categoryId === id && isFound(item.name))
        if (items.length === 0) return null
        const isWhole = chosen.categories.includes(id)
        return (
          <fieldset key={id} className={css.choices}>
            <legend>{pick(name)}</legend>
            <label className={css.choice}>
              <input
                type="checkbox"
                checked={isWhole}
                onChange={() => onChange({ ...chosen, categories: toggled(chosen.categories, id) })}
              />
              <b>{t('whole', { category: pick(name) })}</b>
            </label>
            {items.map((item) => (
              <label key={item.id} className={css.choice}>
                <input
                  type="checkbox"
                  checked={isWhole || chosen.items.includes(item.id)}
                  disabled={isWhole}
                  onChange={() => onChange({ ...chosen, items: toggled(chosen.items, item.id) })}
                />
                {pick(item.name)}
              </label>
            ))}
          </fieldset>
        )
      })}
    </>
  )
}
