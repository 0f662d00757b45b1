import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { namesOf, unnamed } from '#client/features/students/record/student-names.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { type Rehearsal, type Run, useBulk } from '../hooks/use-bulk.ts'
import { useBulkChange } from './bulk-change.tsx'
import css from './list-tools.module.css'

/** Who will go on, and who will not and why. */
function RehearsalView({ rehearsal: { will, asks, wont } }: { rehearsal: Rehearsal }) {
  const { t } = useTranslation('admissions.student-list')
  return (
    <>
      <p role="status">
        <strong>{t('bulk.will', { count: will.length })}</strong> {asks > 0 && t('bulk.asks', { count: asks })}
      </p>
      {wont.length > 0 && (
        <>
          <p>{t('bulk.wont', { count: wont.length })}</p>
          <RefusedList refused={wont} />
        </>
      )}
    </>
  )
}

interface RunProps {
  run: Run
  isStopped: boolean
  isOver: boolean
}

function RunView({ run: { done, failed, left }, isStopped, isOver }: RunProps) {
  const { t } = useTranslation('admissions.student-list')
  const all = done.length + failed.length + left.length
  const text = t('bulk.progress', { done: done.length + failed.length, all })
  return (
    <>
      {!isOver && <JobProgress label={text} done={all - left.length} total={all} />}
      <p role="status">
        {isOver ? t('bulk.done', { count: done.length }) : text} {isStopped && t('bulk.stopped')}
      </p>
      {failed.length > 0 && (
        <>
          <p>{t('bulk.failed', { count: failed.length })}</p>
          <RefusedList refused={failed} />
        </>
      )}
    </>
  )
}

function RefusedList({ refused }: { refused: Rehearsal['wont'] }) {
  const { t, i18n } = useTranslation('students')
  const errorText = useErrorText()
  return (
    <ul className={css.refused}>
      {refused.map(({ student, why }) => (
        <li key={student.student_id}>
          <strong>
            <bdi>{namesOf(student, i18n.language)[0] ?? t(unnamed(student))}</bdi>
          </strong>{' '}
          {errorText(why)}
        </li>
      ))}
    </ul>
  )
}

interface BulkProps {
  students: readonly StudentRow[]
  onChanged: (student: StudentRow) => void
  onClose: () => void
}

/** One change of many students: said, tried out, done one by one. */
export function BulkSheet({ students: given, onChanged, onClose }: BulkProps) {
  const { t } = useTranslation('admissions.student-list')
  const errorText = useErrorText()
  // Those that were chosen when it was opened: what becomes of them meanwhile is for the server to say.
  const [students] = useState(given)
  const bulk = useBulk(onChanged)
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const { change, fields } = useBulkChange(students, isTried)
  const { is, rehearsal, run, problem } = bulk
  const tryOut = () => {
    flushSync(() => setTried(true))
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    if (change) void bulk.rehearse(students, change)
  }
  const isChoosing = is === 'idle' || is === 'trying'
  return (
    <Sheet
      title={t('bulk.title', { count: students.length })}
      onClose={onClose}
      canClose={is !== 'running'}
      footer={
        <>
          {isChoosing && (
            <Button kind="main" isWorking={is === 'trying'} onClick={tryOut}>
              {t('bulk.check')}
            </Button>
          )}
          {is === 'tried' && rehearsal && (
            <>
              <Button kind="main" disabled={rehearsal.will.length === 0} onClick={() => void bulk.start(rehearsal)}>
                {t('bulk.run', { count: rehearsal.will.length })}
              </Button>
              <Button onClick={bulk.back}>{t('bulk.back')}</Button>
            </>
          )}
          {is === 'running' && <Button onClick={bulk.stop}>{t('bulk.stop')}</Button>}
          {is === 'stopped' && (
            <Button kind="main" onClick={() => void bulk.goOn()}>
              {t('bulk.goOn')}
            </Button>
          )}
          {(is === 'stopped' || is === 'over') && <Button onClick={onClose}>{t('bulk.close')}</Button>}
        </>
      }
    >
      <div ref={form} className={common.form}>
        {isChoosing && fields}
        {is === 'tried' && rehearsal && <RehearsalView rehearsal={rehearsal} />}
        {run && <RunView run={run} isStopped={is === 'stopped'} isOver={is === 'over'} />}
        {problem && <InlineNotice tone="problem">{errorText(problem)}</InlineNotice>}
      </div>
    </Sheet>
  )
}
