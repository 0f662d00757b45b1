import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { namesOf } from '#client/features/students/record/student-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import css from '../../offers/components/offer-section.module.css'
import { SavedNote } from '../../offers/components/saved-note.tsx'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'
import { type Decision, useDecision } from '../../transitions/hooks/use-decision.ts'
import { type ConsentPerson, readConsents, type StudentConsents } from '../consents.api.ts'
import { PaperConsent } from './paper-consent.tsx'
import { ScanView } from './scan-view.tsx'

interface ConsentsSectionProps {
  file: StudentFile
  /** The file has to be read again: something was done, or somebody else was faster. */
  onStale: () => void
  /** What the student is now. */
  onChanged?: (student: StudentRow) => void
}

/** What each guardian allows, by link or on paper, and the way to write down what came on paper. */
export function ConsentsSection({ file, onStale, onChanged }: ConsentsSectionProps) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  const studentId = file.student.student_id
  const question = useCallback(() => readConsents(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  const stale = () => {
    again()
    onStale()
  }
  const decision = useDecision({ onStale: stale, onChanged })
  return (
    <section aria-labelledby="student-consents" className={css.section}>
      <h3 id="student-consents">{t('consents.title')}</h3>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {decision.done && <SavedNote>{t('offers.done')}</SavedNote>}
      {decision.error && <InlineNotice tone="problem">{errorText(decision.error)}</InlineNotice>}
      {answer?.people.length === 0 && <p className={css.soft}>{t('consents.nobody')}</p>}
      {answer && (
        <ul className={css.people}>
          {answer.people.map((person) => (
            <li key={`${person.email} ${person.name}`}>
              <OnePerson file={file} decision={decision} consents={answer} person={person} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface PersonProps {
  file: StudentFile
  decision: Decision
  consents: StudentConsents
  person: ConsentPerson
}

function OnePerson({ file, decision, consents, person }: PersonProps) {
  const { t, i18n } = useTranslation('admissions')
  const pick = useBilingual()
  const actsAs = useActorRoles()
  const { email, standing, papers, nameLatin, nameArabic } = person
  const names = namesOf({ student_name: nameLatin, student_name_ar: nameArabic }, i18n.language)
  const [name = person.name, other] = names
  const titleOf = (purpose: string) => {
    const wording = consents.wordings.find((each) => each.purpose === purpose)
    return wording ? pick(wording.title) : purpose
  }
  return (
    <>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        {other && (
          <>
            <bdi className={css.soft}>{other}</bdi>{' '}
          </>
        )}
        {email === '' ? (
          <span className={css.soft}>{t('consents.noEmail')}</span>
        ) : (
          <bdi dir="ltr" className={css.soft}>
            {email}
          </bdi>
        )}
      </p>
      {standing.length === 0 ? (
        <p className={css.soft}>{t('consents.none')}</p>
      ) : (
        <p>
          {standing
            .map(({ purpose, agrees }) =>
              t(agrees ? 'consents.agrees' : 'consents.refuses', { title: `\u2068${titleOf(purpose)}\u2069` }),
            )
            .join(' · ')}
        </p>
      )}
      {papers.map(({ id, at, by, scanId }) => (
        <ScanView key={id} studentId={file.student.student_id} signer={name} paper={{ by, scanId }} decidedAt={at} />
      ))}
      {actsAs('officer', 'registrar') && consents.wordings.length > 0 && (
        <PaperConsent file={file} decision={decision} consents={consents} person={person} name={name} />
      )}
    </>
  )
}
