import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { FeeSection } from '../../fees/components/fee-section.tsx'
import { NoticeSection } from '../../fees/components/notice-section.tsx'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useDecision } from '../hooks/use-decision.ts'
import { useKept } from '../hooks/use-kept.ts'
import { FormalityList } from './formality-list.tsx'
import { IdentityList } from './identity-list.tsx'
import { KeptNotice, KeptOfErased } from './kept-notice.tsx'
import { LookAfter } from './look-after.tsx'
import { MoveList } from './move-list.tsx'
import { ProposalList } from './proposal-list.tsx'

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
  const kept = useKept(file.student.student_id)
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
        <KeptOfErased studentId={file.student.student_id} />
        {cash}
      </>
    )
  return (
    <>
      <LookAfter file={file} decision={decision} />
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
          <KeptNotice kept={kept} file={file} decision={decision} />
        </div>
      ) : (
        <MoveList file={file} decision={decision} onTaken={() => said.current?.focus()} />
      )}
    </>
  )
}
