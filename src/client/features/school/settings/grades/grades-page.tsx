import { useTranslation } from 'react-i18next'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import { useFieldState } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import css from '../settings.module.css'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'
import { GradeRow } from './grade-row.tsx'
import { type GradeDraft, gradesDraft, gradesIn } from './grades-draft.ts'

/** The school's grades in their order, and the ages at which children enter them. */
export function GradesPage({ opened }: { opened: OpenedGroup<'grades'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'grades', opened, draftOf: gradesDraft, valuesOf: gradesIn })
  const { draft, change, wrong } = form
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <GradeList
        grades={draft.grades}
        used={opened.all.usedGrades}
        wrong={wrong}
        onChange={(grades) => change({ grades })}
      />
      <RadioChoices
        title={t('grades.intake')}
        name="intake"
        values={['autumn', 'april']}
        chosen={draft.intake}
        word={(intake: SettingsValues<'grades'>['intake']) => t(`grades.intakes.${intake}`)}
        onChoose={(intake) => change({ intake })}
      />
      <CutOffFields cutOff={draft.cutOff} wrong={wrong} onChange={(cutOff) => change({ cutOff })} />
    </SettingsFormFrame>
  )
}

interface ListProps {
  grades: readonly GradeDraft[]
  used: OpenedGroup<'grades'>['all']['usedGrades']
  wrong: readonly string[]
  onChange: (grades: GradeDraft[]) => void
}

const blank: GradeDraft = { code: '', name: { en: '', ar: '' }, age: '' }

function GradeList({ grades, used, wrong, onChange }: ListProps) {
  const { t } = useTranslation('school.settings')
  const twice = useFieldState({ field: 'grades.twice', wrong })
  const move = (from: number, by: number) => {
    const [one, other] = [grades[from], grades[from + by]]
    if (one && other) onChange(grades.with(from, other).with(from + by, one))
  }
  return (
    <fieldset id={twice.id} className={css.group}>
      <legend>{t('grades.list')}</legend>
      <p className={css.hint}>{t('grades.listHint')}</p>
      {twice.error && <InlineNotice tone="problem">{twice.error}</InlineNotice>}
      {grades.map((grade, no) => (
        <GradeRow
          key={no}
          no={no}
          last={grades.length - 1}
          grade={grade}
          usedBy={used.find(({ code }) => code === grade.code)?.by ?? []}
          wrong={wrong}
          onChange={(to) => onChange(grades.with(no, to))}
          onMove={(by) => move(no, by)}
          onRemove={() => onChange(grades.filter((_, at) => at !== no))}
        />
      ))}
      {grades.length < 30 && (
        <div>
          <Button onClick={() => onChange([...grades, blank])}>{t('grades.add')}</Button>
        </div>
      )}
    </fieldset>
  )
}

interface CutOffProps {
  /** `MM-DD`; empty for the regulator's day. */
  cutOff: string
  wrong: readonly string[]
  onChange: (cutOff: string) => void
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')
const months = Array.from({ length: 12 }, (_, no) => twoDigits(no + 1))
const days = Array.from({ length: 31 }, (_, no) => twoDigits(no + 1))

/** The day on which a child has reached the age of its grade: the regulator's, or one of the school's own. */
function CutOffFields({ cutOff, wrong, onChange }: CutOffProps) {
  const { t, i18n } = useTranslation('school.settings')
  const month = useFieldState({ field: 'cutOff', wrong })
  const [chosen = '', day = '01'] = cutOff.split('-')
  const name = new Intl.DateTimeFormat(localeOf(i18n.language), { month: 'long', timeZone: 'UTC' })
  return (
    <div className={css.pair}>
      <SelectField
        {...month}
        label={t('grades.cutOff')}
        hint={t('grades.cutOffHint')}
        value={chosen}
        onChange={(to) => onChange(to === '' ? '' : `${to}-${day}`)}
      >
        <option value="">{t('grades.cutOffRegulator')}</option>
        {months.map((each) => (
          <option key={each} value={each}>
            {name.format(new Date(`2001-${each}-01T00:00:00Z`))}
          </option>
        ))}
      </SelectField>
      {chosen !== '' && (
        <SelectField label={t('grades.cutOffDay')} value={day} onChange={(to) => onChange(`${chosen}-${to}`)}>
          {days.map((each) => (
            <option key={each} value={each}>
              {Number(each)}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
