import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useSchoolGrades } from '#client/i18n/use-school-grades.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import type { StudentFile } from '../../student-file/student.api.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'
import css from './offer-section.module.css'

/** Anyone who stands there has a seat; it has to be given back before the child can go elsewhere. */
const seated: readonly StudentStatus[] = ['offer-out', 'accepted', 'booked', 'confirmed']

interface PlaceProps {
  file: StudentFile
  decision: Decision
}

/** Where the child is to go, and, while no seat is held, the way to change it. */
export function PlaceLine({ file, decision }: PlaceProps) {
  const { t } = useTranslation('admissions')
  const { grade: gradeName, year } = useStudentText()
  const may = useRights()
  const [isOpen, setOpen] = useState(false)
  const { grade, entryYear, campus, stream, status, heldFrom } = file.student
  const at = status === 'on-hold' ? (heldFrom ?? status) : status
  const parts = [grade && gradeName(grade), entryYear && year(entryYear), campus, stream].filter(Boolean)
  const mayChange = may('students.decide') && !seated.includes(at) && status !== 'rejected'
  return (
    <>
      <p>
        <span className={css.soft}>{t('place.is')}</span> <strong>{parts.join(' · ') || t('place.open')}</strong>{' '}
        {mayChange && !isOpen && (
          <Button kind="quiet" onClick={() => setOpen(true)}>
            {t('place.change')}
          </Button>
        )}
      </p>
      {isOpen && mayChange && <PlaceForm file={file} decision={decision} onClose={() => setOpen(false)} />}
    </>
  )
}

function PlaceForm({ file, decision, onClose }: PlaceProps & { onClose: () => void }) {
  const { t } = useTranslation('admissions')
  const { grade: gradeName } = useStudentText()
  const { grade, entryYear, campus, stream } = file.student
  const [typed, setTyped] = useState({ grade: grade ?? '', year: String(entryYear ?? ''), campus, stream })
  useBusy(true)
  const known = useSchoolGrades(typed.grade === '' ? [] : [typed.grade])
  const year = Number(typed.year)
  const isWhole = typed.grade !== '' && Number.isInteger(year) && year >= 2000 && year <= 2200
  const send = async () => {
    const place = { grade: typed.grade, entryYear: year, campus: typed.campus, stream: typed.stream }
    if (isWhole && (await decision.send(file, { kind: 'place', place }))) onClose()
  }
  const text = (name: 'year' | 'campus' | 'stream') => (
    <TextField
      label={t(`place.${name}`)}
      width="narrow"
      dir={name === 'year' ? 'ltr' : 'auto'}
      inputMode={name === 'year' ? 'numeric' : 'text'}
      maxLength={40}
      value={typed[name]}
      aria-invalid={(name === 'year' && !isWhole) || undefined}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
    />
  )
  return (
    <form
      noValidate
      aria-label={t('place.change')}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <SelectField
        label={t('place.grade')}
        width="narrow"
        value={typed.grade}
        onChange={(chosen) => setTyped({ ...typed, grade: chosen })}
      >
        {typed.grade === '' && <option value="">{t('place.open')}</option>}
        {known.map((each) => (
          <option key={each} value={each}>
            {gradeName(each)}
          </option>
        ))}
      </SelectField>
      {text('year')}
      {text('campus')}
      {text('stream')}
      <Button type="submit" isWorking={decision.isPending} disabled={!isWhole}>
        {t('place.save')}
      </Button>
      <Button onClick={onClose}>{t('place.leave')}</Button>
    </form>
  )
}
