import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { reasonsFor } from '#client/features/students/record/reasons.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextAreaField } from '#client/ui/fields/text-field.tsx'
import type { OpenMove, StudentFile } from '../../student-file/student.api.ts'
import type { Decision } from '../hooks/use-decision.ts'
import { useMoveText } from '../hooks/use-move-text.ts'
import { asksReason, changeOf, type Lack, lacking, type MoveDraft } from '../move-draft.ts'
import { OutOfOrderNote } from './out-of-order-note.tsx'

interface MoveFormProps {
  move: OpenMove
  file: StudentFile
  draft: MoveDraft
  decision: Decision
  /** Whether the step still leads on from where the student stands now. */
  isOpen: boolean
  onDraft: (draft: MoveDraft) => void
  onDone: () => void
  onClose: () => void
}

/** What has to be said with a step, and the one button that takes it. */
export function MoveForm({ move, file, draft, decision, isOpen, onDraft, onDone, onClose }: MoveFormProps) {
  const { t } = useTranslation('students')
  const moveText = useMoveText()
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input, textarea')?.focus(), [])
  const [isTried, setIsTried] = useState(false)
  const lacks = isTried ? lacking(move, draft) : []
  const isStale = decision.seen?.revision === file.student.revision
  const send = async () => {
    flushSync(() => setIsTried(true))
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    if (lacking(move, draft).length > 0 || !isOpen || isStale) return
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

interface SaidProps extends Pick<MoveFormProps, 'move' | 'draft' | 'onDraft'> {
  lacks: readonly Lack[]
}

/** The fields of what has to be said. */
export function Said({ move, draft, lacks, onDraft }: SaidProps) {
  const { t } = useTranslation('students')
  const put = (more: Partial<MoveDraft>) => onDraft({ ...draft, ...more })
  return (
    <>
      {asksReason(move) && (
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
