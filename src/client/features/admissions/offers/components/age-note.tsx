import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStudentWords } from '#client/features/students/record/hooks/use-student-words.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { writtenDay } from '#shared/kernel/text/written-day.rules.ts'
import type { StudentFile } from '../../student-file/student.api.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'
import { useMovers } from '../../transitions/hooks/use-movers.ts'
import css from './offer-section.module.css'

interface AgeProps {
  file: StudentFile
  decision: Decision
}

/** By which rule and day a child is too young or too old for the grade, and who takes it all the same. */
export function AgeNote({ file, decision }: AgeProps) {
  const { t, i18n } = useTranslation('admissions')
  const pick = useBilingual()
  const format = useFormat()
  const am = useMovers()
  const { grade } = useStudentWords()
  const { age, student } = file
  if (!age) return null
  const { kind, ageAsked, cutOff, source, override } = age
  const day = writtenDay(cutOff, i18n.language)
  const said = { grade: grade(student.grade ?? ''), age: age.age, day, asked: ageAsked }
  return (
    <div className={css.hint} data-settled={override !== null || undefined}>
      <p>
        {t(`age.${kind}`, said)} {t(`age.${source}`)}
      </p>
      {override && (
        <p>
          {t('age.override', { name: `\u2068${pick(override.by.name)}\u2069`, at: format.dateTime(override.at) })}{' '}
          <bdi>{override.reason}</bdi>
        </p>
      )}
      {!override && am('registrar', 'head') && <OverrideForm file={file} decision={decision} />}
    </div>
  )
}

function OverrideForm({ file, decision }: AgeProps) {
  const { t } = useTranslation('admissions')
  const [reason, setReason] = useState('')
  useBusy(reason !== '')
  return (
    <form
      noValidate
      aria-label={t('age.take')}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() !== '') void decision.send(file, { kind: 'age-override', reason: reason.trim() })
      }}
    >
      <label className={css.labelled} data-wide>
        {t('age.reason')}
        <input dir="auto" maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </label>
      <Button type="submit" isWorking={decision.isPending} disabled={reason.trim() === ''}>
        {t('age.take')}
      </Button>
    </form>
  )
}
