import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session.ts'
import { Button } from '#client/ui/button.tsx'
import type { StudentFile } from '../student.api.ts'
import type { Decision } from '../use-decision.ts'
import { useRights } from '../use-rights.ts'
import { useStudentWords } from '../use-student-words.ts'
import { StatusMark } from './status-mark.tsx'
import css from './student-sheet.module.css'

/** Steps that wait for another person's word: theirs to give, the asker's to take back. */
export function ProposalList({ file, decision }: { file: StudentFile; decision: Decision }) {
  const { t } = useTranslation('students')
  const pick = useBilingual()
  const format = useFormat()
  const may = useRights()
  const { reason } = useStudentWords()
  const userId = useAtomValue(sessionAtom).user?.userId
  if (file.proposals.length === 0) return null
  return (
    <section aria-labelledby="student-proposals" className={css.part}>
      <h3 id="student-proposals">{t('proposal.title')}</h3>
      <ul className={css.history}>
        {file.proposals.map(({ id, to, outcome, by, reason: why, at }) => (
          <li key={id}>
            <p className={css.step}>
              <StatusMark status={to} outcome={outcome} />
            </p>
            <p className={css.soft}>
              <bdi>{format.dateTime(at)}</bdi> · <bdi>{pick(by.name)}</bdi>
            </p>
            {why && <p className={css.said}>{reason(why)}</p>}
            {may('students.decide') && (
              <Button
                isWorking={decision.isWorking}
                onClick={() =>
                  void decision.send(file, {
                    kind: by.userId === userId ? 'withdraw-proposal' : 'approve',
                    proposalId: id,
                  })
                }
              >
                {t(by.userId === userId ? 'proposal.withdraw' : 'proposal.approve')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
