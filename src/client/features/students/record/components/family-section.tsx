import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { Guardian, StudentRecord } from '#shared/students/student-record.contract.ts'
import { type Record, useRecord } from '../hooks/use-record.ts'
import { useRights } from '../hooks/use-rights.ts'
import css from './file-parts.module.css'
import { GuardianCard } from './guardian-card.tsx'
import { GuardianForm } from './guardian-form.tsx'
import { SiblingList } from './sibling-list.tsx'

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
