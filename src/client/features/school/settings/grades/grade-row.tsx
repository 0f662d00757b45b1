import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import type { GradeUse } from '#shared/school/settings/grade-settings.contract.ts'
import { BothFields, SettingsField, useFieldState } from '../settings-field.tsx'
import css from '../settings.module.css'
import type { GradeDraft } from './grades-draft.ts'

interface GradeProps {
  no: number
  /** Index of the last grade. */
  last: number
  grade: GradeDraft
  usedBy: readonly GradeUse[]
  wrong: readonly string[]
  onChange: (grade: GradeDraft) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** One grade. A grade in use keeps its code and cannot be deleted; the row says where it is in use. */
export function GradeRow({ no, last, grade, usedBy, wrong, onChange, onMove, onRemove }: GradeProps) {
  const { t, i18n } = useTranslation('school.settings')
  const age = useFieldState({ field: `grades.${no}.age`, wrong })
  const isUsed = usedBy.length > 0
  const name = (i18n.language === 'ar' ? grade.name.ar : grade.name.en) || grade.code || String(no + 1)
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return (
    <div className={css.row}>
      <BothFields
        label={t('grades.name')}
        field={`grades.${no}.name`}
        wrong={wrong}
        maxLength={60}
        value={grade.name}
        onChange={(to) => onChange({ ...grade, name: to })}
      />
      <div className={css.pair}>
        <SettingsField
          label={t('grades.code')}
          hint={isUsed ? undefined : t('grades.codeHint')}
          field={`grades.${no}.code`}
          wrong={wrong}
          dir="ltr"
          maxLength={20}
          readOnly={isUsed}
          value={grade.code}
          onChange={(code) => onChange({ ...grade, code })}
        />
        <NumberField
          {...age}
          label={t('grades.age')}
          maxLength={2}
          value={grade.age}
          onChange={(to) => onChange({ ...grade, age: to })}
        />
      </div>
      {isUsed && (
        <p className={css.hint}>
          {t('grades.used', { where: list.format(usedBy.map((where) => t(`grades.uses.${where}`))) })}
        </p>
      )}
      <div className={css.foot}>
        <Button disabled={no === 0} onClick={() => onMove(-1)}>
          {t('grades.up', { name })}
        </Button>
        <Button disabled={no === last} onClick={() => onMove(1)}>
          {t('grades.down', { name })}
        </Button>
        {!isUsed && <Button onClick={onRemove}>{t('grades.remove', { name })}</Button>}
      </div>
    </div>
  )
}
