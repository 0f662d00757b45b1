import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { reasonsFor } from '#client/features/students/record/reasons.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextAreaField } from '#client/ui/fields/text-field.tsx'
import type { OpenTransition, StudentFile } from '../../student-file/student.api.ts'
import type { Decision } from '../hooks/use-decision.ts'
import { useTransitionText } from '../hooks/use-transition-text.ts'
import { changeOf, type MissingField, missingFields, needsReason, type TransitionDraft } from '../transition-draft.ts'
import { OutOfOrderNote } from './out-of-order-note.tsx'

interface TransitionFormProps {
  move: OpenTransition
  file: StudentFile
  draft: TransitionDraft
  decision: Decision
  /** Whether the step still leads on from where the student stands now. */
  isOpen: boolean
  onDraft: (draft: TransitionDraft) => void
  onDone: () => void
  onClose: () => void
}

/** What has to be said with a step, and the one button that takes it. */
export function TransitionForm({ move, file, draft, decision, isOpen, onDraft, onDone, onClose }: TransitionFormProps) {
  const { t } = useTranslation('students')
  const moveText = useTransitionText()
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input, textarea')?.focus(), [])
  const [isTried, setIsTried] = useState(false)
  const lacks = isTried ? missingFields(move, draft) : []
  const isStale = decision.seen?.revision === file.student.revision
  const send = async () => {
    flushSync(() => setIsTried(true))
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    if (missingFields(move, draft).length > 0 || !isOpen || isStale) return
    if (await decision.send(file, changeOf(move, draft))) onDone()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={titleId}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h4 id={titleId}>{moveText(move)}</h4>
      {move.needsApproval && <p className={common.soft}>{t('moves.approvalText')}</p>}
      <OutOfOrderNote move={move} file={file} />
      <Said move={move} draft={draft} lacks={lacks} onDraft={onDraft} />
      <div className={common.actions}>
        <Button type="submit" kind="main" isWorking={decision.isPending} disabled={!isOpen || isStale}>
          {t(move.needsApproval ? 'moves.propose' : decision.seen ? 'moves.insist' : 'moves.confirm')}
        </Button>
        <Button onClick={onClose}>{t(decision.seen ? 'moves.leave' : 'moves.back')}</Button>
      </div>
    </form>
  )
}

interface SaidProps extends Pick<TransitionFormProps, 'move' | 'draft' | 'onDraft'> {
  lacks: readonly MissingField[]
}

/** The fields of what has to be said. */
export function Said({ move, draft, lacks, onDraft }: SaidProps) {
  const { t } = useTranslation('students')
  const put = (more: Partial<TransitionDraft>) => onDraft({ ...draft, ...more })
  return (
    <>
      {needsReason(move) && (
        <SelectField
          label={t('said.reason')}
          error={lacks.includes('reason') && t('said.reasonMissing')}
          required
          value={draft.reason}
          onChange={(chosen) => put({ reason: chosen })}
        >
          <option value="">{t('said.choose')}</option>
          {reasonsFor(move.to).map((each) => (
            <option key={each} value={each}>
              {t(`reason.${each}`)}
            </option>
          ))}
        </SelectField>
      )}
      {move.says.includes('review-on') && (
        <DateField
          label={t('said.reviewOn')}
          error={lacks.includes('reviewOn') && t('said.reviewOnMissing')}
          required
          value={draft.reviewOn}
          onChange={(day) => put({ reviewOn: day })}
        />
      )}
      <TextAreaField
        label={t('said.note')}
        error={lacks.includes('note') && t('said.noteMissing')}
        rows={2}
        maxLength={2000}
        value={draft.note}
        onChange={(typed) => put({ note: typed })}
      />
    </>
  )
}
