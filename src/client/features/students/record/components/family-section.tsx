import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import link from '#client/ui/link.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { Guardian, Sibling, StudentRecord } from '#shared/students/student-record.contract.ts'
import { type Record, useRecord } from '../hooks/use-record.ts'
import { useRights } from '../hooks/use-rights.ts'
import { useStudentText } from '../hooks/use-student-text.ts'
import css from './file-parts.module.css'
import { GuardianCard } from './guardian-card.tsx'
import { GuardianForm } from './guardian-form.tsx'
import { StatusMark } from './status-mark.tsx'
import sheet from './student-sheet.module.css'

/** Brothers and sisters who are here or on their way, and other files of the same child. */
function SiblingList({ siblings }: { siblings: readonly Sibling[] }) {
  const { t, i18n } = useTranslation(['students.file', 'students'])
  const { grade, year } = useStudentText()
  return (
    <section className={sheet.part} aria-labelledby="siblings-title">
      <h3 id="siblings-title">{t('siblings.title')}</h3>
      {siblings.length === 0 && <p className={common.soft}>{t('siblings.none')}</p>}
      <ul className={css.lines}>
        {siblings.map((each) => {
          const names = [each.student_name, each.student_name_ar]
          const name = (i18n.language === 'ar' ? names.toReversed() : names).find((one) => one)
          return (
            <li key={each.student_id}>
              <Link to="/student/$id" params={{ id: each.student_id }} className={link.link}>
                <bdi>{name ?? t('students:noName')}</bdi>
              </Link>{' '}
              <StatusMark status={each.status} />{' '}
              <span className={common.soft}>
                {[
                  t(`siblings.now.${each.now}`),
                  each.grade && grade(each.grade),
                  each.entryYear && year(each.entryYear),
                  t(`siblings.because.${each.because}`),
                ]
                  .filter(Boolean)
                  .join(' · ')}{' '}
                ·{' '}
                <bdi dir="ltr" className="num">
                  {formatReference(each.registration_id)}
                </bdi>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Who looks after the child and with which rights, and the child’s brothers and sisters. */
export function FamilySection({ studentId }: { studentId: string }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const record = useRecord(studentId)
  const { answer, failure, again } = record
  return (
    <>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && <Guardians answer={answer} record={record} />}
      {answer && <SiblingList siblings={answer.siblings} />}
    </>
  )
}

function Guardians({ answer, record }: { answer: StudentRecord; record: Record }) {
  const { t } = useTranslation('students.file')
  const mayChange = useRights()('students.record')
  /** Whose lines are open: somebody’s id, or a new one. */
  const [open, setOpen] = useState<string>()
  const { guardians, differences } = answer
  const shares = guardians.flatMap(({ paysShare }) => paysShare ?? [])
  const total = shares.reduce((sum, share) => sum + share, 0)
  const gone = (differences ?? []).filter(({ of }) => typeof of === 'number')
  const form = (guardian: Guardian | undefined, id: string) => (
    <GuardianForm id={id} guardian={guardian} answer={answer} record={record} onClose={() => setOpen(undefined)} />
  )
  return (
    <>
      <InlineNotice tone="success">{record.isDone && t('saved')}</InlineNotice>
      {guardians.length === 0 && <p className={common.soft}>{t('family.none')}</p>}
      <ul className={css.cards}>
        {guardians.map((guardian) => (
          <li key={guardian.id}>
            {open === guardian.id ? (
              form(guardian, guardian.id)
            ) : (
              <GuardianCard
                guardian={guardian}
                differences={(differences ?? []).filter(({ of }) => of === guardian.id)}
                onChange={mayChange ? () => setOpen(guardian.id) : undefined}
              />
            )}
          </li>
        ))}
      </ul>
      {gone.map(({ of, applied }) => (
        <p key={String(of)} className={common.soft}>
          {t('family.gone', { name: String(applied) })}
        </p>
      ))}
      {shares.length > 0 && total !== 100 && <p className={css.hint}>{t('family.shares', { total })}</p>}
      {open !== undefined && guardians.every(({ id }) => id !== open) && form(undefined, open)}
      {mayChange && open === undefined && <Button onClick={() => setOpen(newCommandId())}>{t('family.add')}</Button>}
    </>
  )
}
