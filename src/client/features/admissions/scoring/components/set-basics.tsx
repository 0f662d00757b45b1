import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { schoolYear, useGrade } from '#client/i18n/use-grade.ts'
import { useSchoolGrades } from '#client/i18n/use-school-grades.ts'
import common from '#client/ui/common.module.css'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import { type AppointmentKind, appointmentKinds } from '#shared/admissions/scoring.rules.ts'
import type { SetDraft } from '../set-draft.ts'
import css from './set-editor.module.css'
import { WordsFields } from './words-fields.tsx'

interface BasicsProps {
  draft: SetDraft
  put: (more: Partial<SetDraft>) => void
  /** Grade and year are chosen once: afterwards they say which set it is. */
  isNew: boolean
}

/** For whom the set is, what it is called, and how it is scored. */
export function SetBasics({ draft, put, isNew }: BasicsProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  const grade = useGrade()
  return (
    <>
      {isNew ? (
        <SetFor draft={draft} put={put} />
      ) : (
        <p>
          <strong>{t('for', { grade: grade(draft.grade), year: schoolYear(Number(draft.entryYear)) })}</strong>
        </p>
      )}
      <fieldset className={css.group}>
        <legend>{t('name')}</legend>
        <WordsFields en={draft.en} ar={draft.ar} put={put} />
      </fieldset>
      <CheckboxField
        label={t('isInForce')}
        checked={draft.isInForce}
        onChange={(isChecked) => put({ isInForce: isChecked })}
      />
      <Assessors draft={draft} put={put} />
      <Appointments chosen={draft.appointments} onChange={(appointments) => put({ appointments })} />
    </>
  )
}

function SetFor({ draft, put }: Pick<BasicsProps, 'draft' | 'put'>) {
  const { t } = useTranslation('admissions.scoring-editor')
  const listId = useId()
  const gradeName = useGrade()
  const grades = useSchoolGrades()
  return (
    <div className={css.fields}>
      <NumberField
        label={t('field.entryYear')}
        maxLength={4}
        value={draft.entryYear}
        onChange={(typed) => put({ entryYear: typed })}
      />
      <TextField
        label={t('field.grade')}
        dir="ltr"
        list={listId}
        maxLength={20}
        value={draft.grade}
        onChange={(typed) => put({ grade: typed })}
      />
      <datalist id={listId}>
        {grades.map((grade) => (
          <option key={grade} value={grade}>
            {gradeName(grade)}
          </option>
        ))}
      </datalist>
    </div>
  )
}

function Assessors({ draft, put }: Pick<BasicsProps, 'draft' | 'put'>) {
  const { t } = useTranslation('admissions.scoring-editor')
  return (
    <div className={css.fields}>
      <SelectField
        label={t('field.assessors')}
        value={draft.assessors}
        onChange={(chosen) => put({ assessors: chosen === '2' ? 2 : 1 })}
      >
        <option value="1">{t('assessors.one')}</option>
        <option value="2">{t('assessors.two')}</option>
      </SelectField>
      {draft.assessors === 2 && (
        <NumberField label={t('field.gap')} maxLength={3} value={draft.gap} onChange={(typed) => put({ gap: typed })} />
      )}
    </div>
  )
}

interface AppointmentsProps {
  chosen: readonly AppointmentKind[]
  onChange: (chosen: AppointmentKind[]) => void
}

function Appointments({ chosen, onChange }: AppointmentsProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  return (
    <fieldset className={css.group}>
      <legend>{t('appointments')}</legend>
      <div className={common.choices}>
        {appointmentKinds.map((kind) => (
          <CheckboxField
            key={kind}
            label={t(`kind.${kind}`)}
            checked={chosen.includes(kind)}
            onChange={(isChecked) =>
              onChange(appointmentKinds.filter((each) => (each === kind ? isChecked : chosen.includes(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
