import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useSchoolGrades } from '#client/i18n/use-school-grades.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { callingCodes } from '#shared/kernel/text/phone.rules.ts'
import type { StudentRecord } from '#shared/students/student-record.contract.ts'
import { changedFields, identityFields } from '#shared/students/student-record.rules.ts'
import type { Record } from '../hooks/use-record.ts'
import { useRecordText } from '../hooks/use-record-text.ts'
import { useStudentText } from '../hooks/use-student-text.ts'
import { type IdentityDraft, identityDraft, identityIn } from '../record-draft.ts'
import { ChoiceLine, Refusal, TextLine } from './record-fields.tsx'
import css from './student-sheet.module.css'

interface FormProps {
  answer: StudentRecord
  record: Record
  onClose: () => void
}

/** The child is changed here. Who saves over somebody else’s change sees both; what was typed stays. */
export function IdentityForm({ answer, record, onClose }: FormProps) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const [draft, setDraft] = useState(() => identityDraft(answer.identity))
  const [seen, setSeen] = useState(answer)
  const [wrong, setWrong] = useState<string>()
  useBusy(true)
  const typed = identityIn(draft)
  const isStale = answer.revision !== seen.revision
  const set = (name: keyof IdentityDraft) => (value: string) => {
    setWrong(undefined)
    record.reset()
    setDraft({ ...draft, [name]: value })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (typeof typed === 'string') return setWrong(typed)
    setSeen(answer)
    if (await record.save(answer.revision, { identity: typed })) onClose()
  }
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      {isStale && <Conflict seen={seen} answer={answer} typed={typeof typed === 'string' ? undefined : typed} />}
      <IdentityLines draft={draft} wrong={wrong} set={set} />
      {wrong && <Refusal>{t(wrong === 'entryYear' ? 'wrong.entryYear' : 'wrong.name')}</Refusal>}
      {record.error && !isStale && <Refusal>{errorText(record.error)}</Refusal>}
      <div className={common.actions}>
        <Button type="submit" kind="main" isWorking={record.isPending}>
          {t(isStale ? 'saveAnyway' : 'save')}
        </Button>
        <Button onClick={onClose}>{t('leave')}</Button>
      </div>
    </form>
  )
}

interface LinesProps {
  draft: IdentityDraft
  wrong: string | undefined
  set: (name: keyof IdentityDraft) => (value: string) => void
}

function IdentityLines({ draft, wrong, set }: LinesProps) {
  const { t, i18n } = useTranslation('students.file')
  const { country, grade } = useStudentText()
  const grades = useSchoolGrades(draft.grade === '' ? [] : [draft.grade])
  const line = (name: keyof IdentityDraft) => ({ label: t(`field.${name}`), value: draft[name], onChange: set(name) })
  const byName = new Intl.Collator(i18n.language)
  const countries = callingCodes()
    .map(({ country: code }) => [code as string, country(code)] as const)
    .toSorted((a, b) => byName.compare(a[1], b[1]))
  return (
    <>
      <TextLine {...line('nameLatin')} dir="ltr" lang="en" isWrong={wrong === 'nameLatin'} maxLength={160} />
      <TextLine {...line('nameArabic')} dir="rtl" lang="ar" maxLength={160} />
      <TextLine {...line('birthDate')} type="date" />
      <ChoiceLine {...line('nationality')} choices={countries} />
      <TextLine {...line('entryYear')} dir="ltr" isWrong={wrong === 'entryYear'} maxLength={4} />
      <ChoiceLine {...line('grade')} choices={grades.map((code) => [code, grade(code)] as const)} />
    </>
  )
}

interface ConflictProps {
  seen: StudentRecord
  answer: StudentRecord
  typed: StudentRecord['identity'] | undefined
}

/** Somebody was faster: what stands there now beside what is typed here. */
function Conflict({ seen, answer, typed }: ConflictProps) {
  const { t } = useTranslation('students.file')
  const text = useRecordText()
  const theirs = changedFields(identityFields, seen.identity, answer.identity)
  return (
    <InlineNotice tone="warning" isBoxed role="alert">
      <strong>{t('clash.title')}</strong>
      {theirs.length === 0 && <p>{t('clash.elsewhere')}</p>}
      <ul>
        {theirs.map(({ field, to }) => (
          <li key={field}>
            {t('clash.line', {
              field: t(`field.${field}`),
              theirs: text(field, to),
              mine: typed ? text(field, typed[field]) : '–',
            })}
          </li>
        ))}
      </ul>
      <p>{t('clash.text')}</p>
    </InlineNotice>
  )
}
