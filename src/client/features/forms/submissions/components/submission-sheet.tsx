// chunk: answers
import { type ComponentType, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { SubmissionDetail, SubmittedFile } from '#shared/forms/submission.contract.ts'
import { type WorkStanding, WorkStatus } from '#shared/forms/work-application.contract.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { isOfficeForm } from '#shared/school/office-forms.rules.ts'
import { fetchFile, readSubmission, saveWorkStatus } from '../submissions.api.ts'
import { AnswerList } from './answer-list.tsx'
import { ConsentRequests } from './consent-requests.tsx'
import { CriteriaLinks } from './criteria-links.tsx'
import { KnownPeople } from './known-people.tsx'
import css from './submission-sheet.module.css'

/** Erases an enquiry whose family asks for it; shows nothing to the person who may not. */
export type EraseAction = ComponentType<{ id: string; reference: string; onErased: () => void }>

interface SheetProps {
  id: string
  Erase: EraseAction
  /** The list shows it otherwise now. */
  onErased: () => void
  /** How it stands was changed. */
  onChanged?: () => void
  onClose: () => void
  onOpen: (id: string) => void
}

/** One submission, read through the form as it was when it was filled in. */
export function SubmissionSheet({ id, Erase, onErased, onChanged, onClose, onOpen }: SheetProps) {
  const { t } = useTranslation('forms.submissions')
  const pick = useBilingual()
  const errorText = useErrorText()
  const question = useCallback(() => readSubmission(id), [id])
  const { answer, failure, again } = useAnswer(question)
  return (
    <Sheet title={answer ? pick(answer.submission.title) : t('loading')} size="wide" onClose={onClose}>
      {failure && (
        <InlineNotice tone="problem">
          {errorText(failure)}{' '}
          <button type="button" className={css.button} onClick={again}>
            {t('retry')}
          </button>
        </InlineNotice>
      )}
      {answer?.submission.work && !answer.submission.isErased && onChanged && (
        <WorkStatusField
          submissionId={id}
          work={answer.submission.work}
          onChanged={() => {
            again()
            onChanged()
          }}
        />
      )}
      {answer && <SubmissionParts detail={answer} onOpen={onOpen} />}
      {answer?.submission.purpose === 'enquiry' && !answer.submission.isErased && (
        <Erase
          id={id}
          reference={answer.submission.reference}
          onErased={() => {
            again()
            onErased()
          }}
        />
      )}
    </Sheet>
  )
}

/** What was handed in, with what staff know and ask about it. */
export function SubmissionParts({ detail, onOpen }: { detail: SubmissionDetail; onOpen: SheetProps['onOpen'] }) {
  const { t } = useTranslation('forms.submissions')
  const { submission } = detail
  const language = t(`language.${submission.language}`)
  return (
    <>
      <p className={common.soft}>
        <bdi dir="ltr" className="num">
          {formatReference(submission.reference)}
        </bdi>{' '}
        · {t('detail.language', { language })}
      </p>
      {submission.isErased ? <p>{t('erased.text')}</p> : <Whole detail={detail} onOpen={onOpen} />}
    </>
  )
}

function Whole({ detail, onOpen }: { detail: SubmissionDetail; onOpen: SheetProps['onOpen'] }) {
  const { t } = useTranslation('forms.submissions')
  const { submission, definition, answers, files, withheld } = detail
  return (
    <>
      {withheld.length > 0 && <p className={common.soft}>{t('detail.withheld')}</p>}
      {submission.work === null && !isOfficeForm(submission.form) && (
        <>
          <KnownPeople submissionId={submission.id} onOpen={onOpen} />
          <ConsentRequests detail={detail} />
          <CriteriaLinks detail={detail} />
        </>
      )}
      <AnswerList definition={definition} answers={answers as Answers} withheld={withheld} />
      {files.length > 0 && (
        <>
          <h3>{t('detail.files')}</h3>
          <ul className={common.tightList}>
            {files.map((file) => (
              <FileLine key={file.id} submissionId={submission.id} file={file} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function FileLine({ submissionId, file }: { submissionId: string; file: SubmittedFile }) {
  const { t } = useTranslation('forms.submissions')
  const [hasFailed, setHasFailed] = useState(false)
  const open = async () => {
    setHasFailed(false)
    try {
      const url = URL.createObjectURL(await fetchFile(submissionId, file.id))
      const link = Object.assign(document.createElement('a'), { href: url, download: file.name })
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    } catch {
      setHasFailed(true)
    }
  }
  return (
    <li className={css.file}>
      <bdi>{file.name}</bdi>
      {file.state === 'complete' ? (
        <button type="button" className={css.button} onClick={() => void open()}>
          {t('detail.open')} <span className="visually-hidden">{file.name}</span>
        </button>
      ) : (
        <span className={common.soft}>{t(`detail.${file.state}`)}</span>
      )}
      {hasFailed && <span role="alert">{t('detail.gone')}</span>}
    </li>
  )
}

interface WorkStatusProps {
  submissionId: string
  work: WorkStanding
  onChanged: () => void
}

/** How an application for work stands; another choice is saved at once. */
function WorkStatusField({ submissionId, work, onChanged }: WorkStatusProps) {
  const { t } = useTranslation('forms.submissions')
  const errorText = useErrorText()
  const save = (status: WorkStatus) => saveWorkStatus({ id: submissionId, seen: work.revision, status })
  const { mutate, isPending, error } = useMutation(save, { onSettled: onChanged })
  return (
    <>
      <ChoiceField
        label={t('column.status')}
        values={WorkStatus.options}
        nameOf={(each) => t(`work.${each}`)}
        value={work.status}
        disabled={isPending}
        onChange={(chosen) => void mutate(chosen)}
      />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
