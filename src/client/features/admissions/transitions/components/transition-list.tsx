import { type ComponentProps, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { OfferForm } from '../../offers/components/offer-form.tsx'
import type { OpenTransition, StudentFile } from '../../student-file/student.api.ts'
import { type Decision, isOfProposal } from '../hooks/use-decision.ts'
import { useTransitionDraft } from '../hooks/use-transition-draft.ts'
import { useTransitionText } from '../hooks/use-transition-text.ts'
import { emptyDraft, transitionKey } from '../transition-draft.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { TransitionForm } from './transition-form.tsx'

interface TransitionListProps {
  file: StudentFile
  decision: Decision
  /** The step that stands above as the next one. */
  lead?: OpenTransition | undefined
  /** The form is gone, and the focus with it. */
  onTaken: () => void
}

/** The steps that the server says are open to this person, and of those that are not yet, what is missing. */
export function TransitionList({ file, decision, lead, onTaken }: TransitionListProps) {
  const { t } = useTranslation('students')
  const errorText = useErrorText()
  const { chosen, draft, choose, setDraft, end } = useTransitionDraft(file.student.student_id)
  useBusy(chosen !== undefined && draft !== emptyDraft)
  const isOpen =
    chosen && file.moves.some((move) => transitionKey(move) === transitionKey(chosen) && move.hindrances.length === 0)
  const { seen, error } = decision
  const list = useRef<HTMLElement>(null)
  const close = () => {
    flushSync(end)
    decision.forget()
    list.current?.querySelector('button')?.focus()
  }
  return (
    <section ref={list} aria-labelledby="student-moves" className={css.part}>
      <h3 id="student-moves">{t('moves.title')}</h3>
      {seen && chosen && (
        <ConflictNotice seen={seen} file={file} move={chosen} draft={draft} isOpen={isOpen ?? false} />
      )}
      {error && !(seen && chosen) && !isOfProposal(decision, file) && (
        <InlineNotice tone="problem">
          {errorText(error)} {error === 'L000' && t('moves.unsure')}
        </InlineNotice>
      )}
      {chosen ? (
        <Chosen
          move={chosen}
          file={file}
          draft={draft}
          decision={decision}
          isOpen={isOpen ?? false}
          onDraft={setDraft}
          onDone={() => {
            end()
            onTaken()
          }}
          onClose={close}
        />
      ) : (
        <Steps file={file} lead={lead} onChoose={choose} />
      )}
    </section>
  )
}

/** A seat is offered with all its terms; every other step is said in a few words. */
const Chosen = (props: ComponentProps<typeof TransitionForm>) =>
  props.move.says.includes('offer') ? (
    <OfferForm {...props} />
  ) : (
    <TransitionForm key={transitionKey(props.move)} {...props} />
  )

function Steps({
  file: { student, moves },
  lead,
  onChoose,
}: {
  file: StudentFile
  lead: OpenTransition | undefined
  onChoose: (move: OpenTransition) => void
}) {
  const { t } = useTranslation('students')
  const wordsOf = useTransitionText()
  // An offer that is out is not offered a second time: another version ends it.
  const moveText = (move: OpenTransition) =>
    student.status === 'offer-out' && move.to === 'offer-out' ? t('moves.anew') : wordsOf(move)
  const { hindrance } = useStudentText()
  if (moves.length === 0) return <p className={common.soft}>{t('moves.none')}</p>
  const open = moves.filter((move) => move.hindrances.length === 0 && move !== lead)
  const hindered = moves.filter(({ hindrances }) => hindrances.length > 0)
  return (
    <>
      <div className={common.actions}>
        {open.map((move) => (
          <button key={transitionKey(move)} type="button" className={css.button} onClick={() => onChoose(move)}>
            {moveText(move)}
            {move.needsApproval && <small className={common.soft}> {t('moves.approval')}</small>}
          </button>
        ))}
      </div>
      {hindered.length > 0 && (
        <ul className={css.hindered}>
          {hindered.map((move) => (
            <li key={transitionKey(move)}>
              <strong>{moveText(move)}</strong>{' '}
              <span className={common.soft}>
                {t('moves.hindered')} {move.hindrances.map(hindrance).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
