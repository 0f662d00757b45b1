import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { isMessageId, type MessageId } from '#shared/kernel/errors.ts'
import { showReference } from '#shared/rules/reference-number.rules.ts'
import { writtenDay } from '#shared/rules/written-day.rules.ts'
import css from '../list/list-tools.module.css'
import { type DueFiles, listDue } from '../retention.api.ts'
import { namesOf } from '../student-names.ts'
import { type DueFile, useErasing } from '../use-erasing.ts'
import { useRights } from '../use-rights.ts'
import { ErasedCountsList } from './erased-counts.tsx'

interface SheetProps {
  first: DueFiles
  onClose: () => void
}

/** Closed files whose time is over: what an erasure would reach, then the erasure, file by file. */
export function DueSheet({ first, onClose }: SheetProps) {
  const { t } = useTranslation('retention')
  const errorText = useErrorText()
  const { files, next, more, isLoading, failure } = useDue(first)
  const erasing = useErasing()
  const { is, counts, left, problem } = erasing
  const said = problem ?? failure
  return (
    <Sheet
      title={t('due.title', { count: first.total })}
      onClose={onClose}
      canClose={is !== 'running'}
      footer={<Deeds erasing={erasing} files={files} />}
    >
      <div className={css.form}>
        {(is === 'idle' || is === 'counting') && (
          <>
            <p>{t(first.byItself ? 'due.byItself' : 'due.byHand', { count: first.keepMonths ?? 0 })}</p>
            <FileList files={files} />
            {next !== null && (
              <Button isWorking={isLoading} onClick={() => void more()}>
                {t('due.more')}
              </Button>
            )}
          </>
        )}
        {is === 'counted' && counts && (
          <>
            <p role="status">
              <strong>{t('due.would', { count: left.length })}</strong>
            </p>
            <ErasedCountsList counts={counts} />
            <p>{t('erase.forGood')}</p>
          </>
        )}
        <Progress erasing={erasing} />
        {said && (
          <p role="alert" className={css.wrong}>
            {errorText(said)}
          </p>
        )}
      </div>
    </Sheet>
  )
}

interface ErasingProps {
  erasing: ReturnType<typeof useErasing>
}

/** The next step: counting comes before erasing, and what runs can be stopped. */
function Deeds({ erasing, files }: ErasingProps & { files: readonly DueFile[] }) {
  const { t } = useTranslation('retention')
  const may = useRights()
  const { is, left } = erasing
  const ready = files.filter(({ hindrance }) => hindrance === null)
  if (is === 'running') return <Button onClick={erasing.stop}>{t('due.stop')}</Button>
  if (is === 'stopped')
    return (
      <Button kind="bad" onClick={() => void erasing.run()}>
        {t('due.goOn')}
      </Button>
    )
  if (is === 'counted')
    return (
      <>
        <Button kind="bad" onClick={() => void erasing.run()}>
          {t('due.erase', { count: left.length })}
        </Button>
        <Button onClick={erasing.back}>{t('leave')}</Button>
      </>
    )
  if (is === 'over' || !may('students.erase')) return null
  return (
    <Button
      kind="main"
      isWorking={is === 'counting'}
      disabled={ready.length === 0}
      onClick={() => void erasing.rehearse(ready)}
    >
      {t('due.rehearse', { count: ready.length })}
    </Button>
  )
}

function Progress({ erasing: { is, done, failed, left } }: ErasingProps) {
  const { t } = useTranslation('retention')
  if (is !== 'running' && is !== 'stopped' && is !== 'over') return null
  const all = done + failed.length + left.length
  const text = t('due.title', { count: all })
  return (
    <>
      {is !== 'over' && <progress className={css.progress} aria-label={text} max={all} value={all - left.length} />}
      <p role="status">
        {t('due.done', { count: done })} {is === 'stopped' && t('due.left', { count: left.length })}
      </p>
      {failed.length > 0 && <FileList files={failed.map(({ file, why }) => ({ ...file, hindrance: why }))} />}
    </>
  )
}

function FileList({ files }: { files: readonly DueFile[] }) {
  const { t, i18n } = useTranslation(['retention', 'students'])
  const errorText = useErrorText()
  return (
    <ul className={css.refused}>
      {files.map(({ student, closedOn, hindrance }) => (
        <li key={student.student_id}>
          <Link to="/student/$id" params={{ id: student.student_id }}>
            <bdi>{namesOf(student, i18n.language)[0] ?? t('students:noName')}</bdi>
          </Link>{' '}
          ·{' '}
          <bdi dir="ltr" className="num">
            {showReference(student.registration_id)}
          </bdi>{' '}
          · {t('clock.closed', { day: writtenDay(closedOn, i18n.language) })}
          {isMessageId(hindrance) && <> {errorText(hindrance)}</>}
        </li>
      ))}
    </ul>
  )
}

/** The list page by page, from the first one that is here already. */
function useDue(first: DueFiles) {
  const [{ files, next }, setPages] = useState({ files: first.files, next: first.next })
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<MessageId>()
  const more = async () => {
    if (next === null || isLoading) return
    setLoading(true)
    setFailure(undefined)
    try {
      const page = await listDue(next)
      setPages({ files: [...files, ...page.files], next: page.next })
    } catch (error) {
      setFailure(messageIdOf(error))
    }
    setLoading(false)
  }
  return { files, next, more, isLoading, failure }
}
