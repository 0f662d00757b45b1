// chunk: students
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { StatusMark } from '#client/features/students/record/components/status-mark.tsx'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { OfferTerms } from '../../offers/components/offer-terms.tsx'
import type { StudentFile } from '../../student-file/student.api.ts'
import { type Decision, isOfProposal } from '../hooks/use-decision.ts'

/** Anyone who asked takes it back, another agrees; what was only made without a network its maker may still mean. */
const actionsOf = (isOwn: boolean, needsAnother: boolean): ('approve' | 'withdraw-proposal')[] => [
  ...(isOwn && needsAnother ? [] : (['approve'] as const)),
  ...(isOwn ? (['withdraw-proposal'] as const) : []),
]

/** Steps that wait for another person's word: theirs to give, the asker's to take back. */
export function ProposalList({ file, decision }: { file: StudentFile; decision: Decision }) {
  const { t } = useTranslation('students')
  const pick = useBilingual()
  const errorText = useErrorText()
  const format = useFormat()
  const may = useRights()
  const { reason } = useStudentText()
  const userId = useAtomValue(sessionAtom).user?.userId
  if (file.proposals.length === 0) return null
  return (
    <section aria-labelledby="student-proposals" className={css.part}>
      <h3 id="student-proposals">{t('proposal.title')}</h3>
      <ul className={css.history}>
        {file.proposals.map(({ id, to, outcome, by, reason: why, at, needsAnother }) => (
          <li key={id}>
            <p>
              <StatusMark status={to} outcome={outcome} />
            </p>
            <p className={common.soft}>
              <bdi>{format.dateTime(at)}</bdi> · <bdi>{pick(by.name)}</bdi>
            </p>
            {why && <p className={css.said}>{reason(why)}</p>}
            {!needsAnother && (
              <p className={common.soft}>{t(to === 'offer-out' ? 'proposal.offer' : 'proposal.offline')}</p>
            )}
            {to === 'offer-out' && <Drafted file={file} />}
            {may('students.decide') && (
              <div className={common.actions}>
                {actionsOf(by.userId === userId, needsAnother).map((action) => (
                  <Button
                    key={action}
                    isWorking={decision.isPending}
                    onClick={() => void decision.send(file, { kind: action, proposalId: id })}
                  >
                    {t(action === 'approve' ? 'proposal.approve' : 'proposal.withdraw')}
                  </Button>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      {decision.error && isOfProposal(decision, file) && (
        <InlineNotice tone="problem">
          {errorText(decision.error)} {decision.error === 'L000' && t('moves.unsure')}
        </InlineNotice>
      )}
    </section>
  )
}

/** The terms that are agreed to: a student has no more than one draft, as it has one proposal of each step. */
function Drafted({ file }: { file: StudentFile }) {
  const format = useFormat()
  const draft = file.offers.find(({ state }) => state === 'draft')
  // It expires as its last day ends.
  return draft ? <OfferTerms of={draft} until={format.day(Date.parse(draft.expiresAt) - 1)} /> : null
}
