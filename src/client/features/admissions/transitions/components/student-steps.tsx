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
import type { StudentFile } from '../../student-file/student.api.ts'
import { type Decision, useDecision } from '../hooks/use-decision.ts'
import { usePendingDecisions } from '../hooks/use-pending-decisions.ts'
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
}

/** What can be done with a file: who goes on with it, what waits for another's word, and the steps that lead on. */
export function StudentSteps({ file, again, onChanged }: StepsProps) {
  const { t } = useTranslation('students')
  const said = useRef<HTMLParagraphElement>(null)
  const decision = useDecision({ onStale: again, onChanged })
  const kept = usePendingDecisions(file.student.student_id)
  // That it is kept here is so until somebody has answered.
  const isSaid = decision.done !== 'kept' || kept?.problem === null
  const cash = (
    <Suspense>
      <CashSection file={file} decision={decision} again={again} />
    </Suspense>
  )
  // Whoever was erased may still have money in the drawer, and a decision about them may wait here.
  if (file.student.erasedAt !== null)
    return (
      <>
        <PendingDecisionOfErased studentId={file.student.student_id} />
        {cash}
      </>
    )
  return (
    <>
      <AssignOwner file={file} decision={decision} />
      <InlineNotice tone="success" ref={said} tabIndex={-1}>
        {isSaid && decision.done && t(`done.${decision.done}`)}
      </InlineNotice>
      <ProposalList file={file} decision={decision} />
      <IdentityList file={file} decision={decision} />
      <FeeSection file={file} decision={decision} />
      {cash}
      <NoticeSection file={file} decision={decision} />
      <FormalityList file={file} decision={decision} />
      {kept ? (
        <div className={css.part}>
          <PendingDecisionBanner kept={kept} file={file} decision={decision} />
        </div>
      ) : (
        <TransitionList file={file} decision={decision} onTaken={() => said.current?.focus()} />
      )}
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
