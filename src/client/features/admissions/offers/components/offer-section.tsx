import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'
import { type Decision, useDecision } from '../../transitions/hooks/use-decision.ts'
import css from './offer-section.module.css'
import { OfferVersion } from './offer-version.tsx'
import { PlaceLine } from './place-line.tsx'
import { RequiredFormsSection } from './required-forms-section.tsx'
import { SavedNote } from './saved-note.tsx'

interface OfferSectionProps {
  file: StudentFile
  /** The file has to be read again: something was done, or somebody else was faster. */
  onStale: () => void
  /** What the student is now. */
  onChanged?: (student: StudentRow) => void
}

/** What a student was offered: every version with its signers, answers and money, and what staff may do about it. */
export function OfferSection({ file, onStale, onChanged }: OfferSectionProps) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  const decision = useDecision({ onStale, onChanged })
  const { error, done } = decision
  const [latest, ...before] = file.offers
  return (
    <section aria-labelledby="student-offers" className={css.section}>
      <h3 id="student-offers">{t('offers.title')}</h3>
      <PlaceLine file={file} decision={decision} />
      <AgeNote file={file} decision={decision} />
      {done && <SavedNote>{t('offers.done')}</SavedNote>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <RequiredFormsSection file={file} decision={decision} />
      {!latest && <p className={css.soft}>{t('offers.none')}</p>}
      {latest && <OfferVersion key={latest.id} file={file} offer={latest} decision={decision} />}
      {before.length > 0 && (
        <details className={css.before}>
          <summary>{t('offers.before', { count: before.length })}</summary>
          {before.map((offer) => (
            <OfferVersion key={offer.id} file={file} offer={offer} decision={decision} />
          ))}
        </details>
      )}
    </section>
  )
}

interface AgeProps {
  file: StudentFile
  decision: Decision
}

/** By which rule and day a child is too young or too old for the grade, and who takes it all the same. */
function AgeNote({ file, decision }: AgeProps) {
  const { t, i18n } = useTranslation('admissions')
  const pick = useBilingual()
  const format = useFormat()
  const actsAs = useActorRoles()
  const { grade } = useStudentText()
  const { age, student } = file
  if (!age) return null
  const { kind, ageAsked, cutOff, source, override } = age
  const day = formatDay(cutOff, i18n.language)
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
      {!override && actsAs('registrar', 'head') && <OverrideForm file={file} decision={decision} />}
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
      <TextField label={t('age.reason')} width="wide" maxLength={500} value={reason} onChange={setReason} />
      <Button type="submit" isWorking={decision.isPending} disabled={reason.trim() === ''}>
        {t('age.take')}
      </Button>
    </form>
  )
}
