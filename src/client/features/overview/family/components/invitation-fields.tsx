// chunk: family
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { type FamilyRight, familyRights } from '#shared/overview/family/family-rights.rules.ts'
import css from './canteen.module.css'

interface RightsChoiceProps {
  rights: FamilyRight[]
  onChange: (rights: FamilyRight[]) => void
  isWrong: boolean
}

/** What an invited guardian will see. */
export function RightsChoice({ rights, onChange, isWrong }: RightsChoiceProps) {
  const { t } = useTranslation('overview.family')
  return (
    <fieldset className={css.choices}>
      <legend>{t('people.rights')}</legend>
      {familyRights.map((right) => (
        <label key={right} className={css.choice}>
          <input
            type="checkbox"
            checked={rights.includes(right)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...rights, right] : rights.filter((other) => other !== right))
            }
          />
          {t(`people.right.${right}`)}
        </label>
      ))}
      {isWrong && <small data-wrong>{t('people.needOne')}</small>}
    </fieldset>
  )
}

interface TypedProps extends Pick<ComponentProps<'input'>, 'type' | 'dir' | 'maxLength'> {
  label: string
  value: string
  /** What is wrong with it; undefined while nothing is. */
  fault: string | undefined
  onChange: (value: string) => void
}

/** A field of the invitation, with what is wrong with it. */
export function Typed({ label, fault, onChange, ...input }: TypedProps) {
  return (
    <label className={css.field}>
      <span>{label}</span>
      <input
        {...input}
        autoComplete="off"
        aria-invalid={fault !== undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {fault !== undefined && <small data-wrong>{fault}</small>}
    </label>
  )
}
