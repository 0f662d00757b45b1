import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useSchoolGrades } from '#client/i18n/use-school-grades.ts'
import { useGrade } from '#client/i18n/use-grade.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { SchoolClass } from '#shared/students/pupils/class.contract.ts'
import { dropClass, putClass } from '../pupils.api.ts'

interface ClassSheetProps {
  /** Undefined for a new one. */
  of: SchoolClass | undefined
  year: number
  onClose: () => void
  onDone: () => void
}

/** One class with its grade and both names. */
export function ClassSheet({ of, year, onClose, onDone }: ClassSheetProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const formId = useId()
  const [id] = useState<string>(() => of?.id ?? newCommandId())
  const grades = useSchoolGrades(of ? [of.grade] : [])
  const [grade, setGrade] = useState(of?.grade ?? grades[0] ?? '')
  const [name, setName] = useState(of?.name ?? { en: '', ar: '' })
  const [isWrong, setIsWrong] = useState(false)
  const save = useMutation(putClass, { onSuccess: onDone })
  const drop = useMutation(dropClass, { onSuccess: onDone })
  const error = save.error ?? drop.error
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const isBlank = name.en.trim() === '' || name.ar.trim() === ''
    setIsWrong(isBlank)
    if (!isBlank) void save.mutate({ schoolClass: { id, year, grade, name }, seen: of?.revision ?? 0 })
  }
  return (
    <Sheet
      title={t(of ? 'classes.edit' : 'classes.add')}
      onClose={onClose}
      footer={
        <>
          {of?.count === 0 && (
            <Button kind="quiet" isWorking={drop.isPending} onClick={() => void drop.mutate(of.id, of.revision)}>
              {t('classes.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={submit}>
        <ClassFields grades={grades} grade={grade} name={name} isWrong={isWrong} onGrade={setGrade} onName={setName} />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

interface ClassFieldsProps {
  grades: readonly string[]
  grade: string
  name: Bilingual
  isWrong: boolean
  onGrade: (grade: string) => void
  onName: (name: Bilingual) => void
}

function ClassFields({ grades, grade, name, isWrong, onGrade, onName }: ClassFieldsProps) {
  const { t } = useTranslation('students.pupils')
  const gradeName = useGrade()
  return (
    <>
      <SelectField label={t('classes.grade')} value={grade} onChange={onGrade}>
        {grades.map((each) => (
          <option key={each} value={each}>
            {gradeName(each)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('classes.nameEn')}
        hint={t('classes.nameEnHint')}
        lang="en"
        maxLength={40}
        required
        error={isWrong ? t('classes.wrongName') : undefined}
        value={name.en}
        onChange={(en) => onName({ ...name, en })}
      />
      <TextField
        label={t('classes.nameAr')}
        lang="ar"
        maxLength={40}
        required
        value={name.ar}
        onChange={(text) => onName({ ...name, ar: text })}
      />
    </>
  )
}
