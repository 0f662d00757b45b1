// chunk: students
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import type { UserId } from '#shared/kernel/ids.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { FeeSection } from '../../fees/components/fee-section.tsx'
import { NoticeSection } from '../../fees/components/notice-section.tsx'
import type { OpenTransition, StudentFile } from '../../student-file/student.api.ts'
import { type Decision, useDecision } from '../hooks/use-decision.ts'
import { usePendingDecisions } from '../hooks/use-pending-decisions.ts'
import { nextStepOf } from '../../readiness/next-step.ts'
import { NextStepCard } from '../../readiness/next-step-card.tsx'
import { ReadinessList } from '../../readiness/readiness-list.tsx'
import { useTransitionDraft } from '../hooks/use-transition-draft.ts'
import { changeOf, emptyDraft } from '../transition-draft.ts'
import { FormalityList } from './formality-list.tsx'
import { IdentityList } from './identity-list.tsx'
import { PendingDecisionBanner, PendingDecisionOfErased } from './pending-decision-banner.tsx'
import { ProposalList } from './proposal-list.tsx'
import { TransitionList } from './transition-list.tsx'

const CashSection = lazy(async () => ({
  default: (await import('../../fees/components/cash-section.tsx')).CashSection,
}))

interface StepsProps {
  file: StudentFile
  again: () => void
  /** Somebody's decision has been taken. */
  onChanged?: (student: StudentRow) => void
  /** Opens a document where documents open beside the file. */
  onDocument?: ((code: string) => void) | undefined
}

/** What can be done with a file: who goes on with it, what waits for another's word, and the steps that lead on. */
export function StudentSteps({ file, again, onChanged, onDocument }: StepsProps) {
  const { t } = useTranslation('students')
  const said = useRef<HTMLParagraphElement>(null)
  const decision = useDecision({ onStale: again, onChanged })
  const fee = useRef<HTMLDivElement>(null)
  const kept = usePendingDecisions(file.student.student_id)
  // That it is kept here is so until somebody has answered.
  const isSaid = decision.done !== 'kept' || kept?.problem === null
  const cash = (
    <Suspense>
      <CashSection file={file} decision={decision} again={again} />
    </Suspense>
  )
  // Anyone who was erased may still have money in the drawer, and a decision about them may wait here.
  if (file.student.erasedAt !== null)
    return (
      <>
        <PendingDecisionOfErased studentId={file.student.student_id} />
        {cash}
      </>
    )
  return (
    <>
      <InlineNotice tone="success" ref={said} tabIndex={-1}>
        {isSaid && decision.done && t(`done.${decision.done}`)}
      </InlineNotice>
      <ProposalList file={file} decision={decision} />
      {kept ? (
        <div className={css.part}>
          <PendingDecisionBanner kept={kept} file={file} decision={decision} />
        </div>
      ) : (
        <NextAndSteps
          file={file}
          decision={decision}
          again={again}
          onTaken={() => said.current?.focus()}
          onDocument={onDocument}
          onFee={() => showFee(fee.current)}
        />
      )}
      <AssignOwner file={file} decision={decision} />
      <div ref={fee}>
        <FeeSection file={file} decision={decision} />
      </div>
      {cash}
      <NoticeSection file={file} decision={decision} />
      <FormalityList file={file} decision={decision} />
      <IdentityList file={file} decision={decision} />
    </>
  )
}

/** Goes to the fee of the application, below in the same file. */
function showFee(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'center' })
  section?.querySelector('button')?.focus({ preventScroll: true })
}

interface NextProps {
  file: StudentFile
  decision: Decision
  again: () => void
  onTaken: () => void
  onDocument: ((code: string) => void) | undefined
  onFee: () => void
}

/** What to do next, how far it is to an offer, and the other steps. */
function NextAndSteps({ file, decision, again, onTaken, onDocument, onFee }: NextProps) {
  const may = useRights()
  const { chosen, choose } = useTransitionDraft(file.student.student_id)
  const next = may('students.decide') && !chosen ? nextStepOf(file) : undefined
  const isBeforeOffer = ['new', 'shortlisted', 'waiting', 'on-hold'].includes(file.student.status)
  const take = async (move: OpenTransition) => {
    const isTaken = await decision.send(file, changeOf(move, emptyDraft))
    if (isTaken) onTaken()
    return isTaken
  }
  return (
    <>
      {next && (
        <NextStepCard
          file={file}
          next={next}
          again={again}
          onMove={choose}
          onTake={take}
          isWorking={decision.isPending}
          onDocument={onDocument}
          onFee={onFee}
        />
      )}
      {isBeforeOffer && <ReadinessList file={file} onFee={onFee} />}
      <TransitionList
        file={file}
        decision={decision}
        lead={next?.kind === 'move' ? next.move : undefined}
        onTaken={onTaken}
      />
    </>
  )
}

/** Who goes on with this file, and until when: taken on by oneself, or handed back. */
function AssignOwner({ file, decision }: { file: StudentFile; decision: Decision }) {
  const { t } = useTranslation('students')
  const may = useRights()
  const userId = useAtomValue(sessionAtom).user?.userId
  const { owner, nextActionOn } = file.student
  const [day, setDay] = useState(nextActionOn ?? '')
  if (!userId || !may('students.decide')) return null
  const isMine = owner?.userId === userId
  const assign = (to: UserId | null) =>
    void decision.send(file, { kind: 'assign', owner: to, nextActionOn: to && day ? day : null })
  return (
    <form
      className={common.row}
      onSubmit={(event) => {
        event.preventDefault()
        assign(userId)
      }}
    >
      <DateField label={t('column.due')} value={day} onChange={setDay} />
      <Button type="submit" isWorking={decision.isPending}>
        {t(isMine ? 'after.save' : 'after.take')}
      </Button>
      {isMine && <Button onClick={() => assign(null)}>{t('after.handBack')}</Button>}
    </form>
  )
}
