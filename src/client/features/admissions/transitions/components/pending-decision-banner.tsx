import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { PendingDecision } from '#local/admissions/desk-work.types.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { OfferTerms } from '../../offers/components/offer-terms.tsx'
import type { StudentChange, StudentFile } from '../../student-file/student.api.ts'
import { type Decision, isOfProposal } from '../hooks/use-decision.ts'
import { usePendingDecisions } from '../hooks/use-pending-decisions.ts'
import { useTransitionText } from '../hooks/use-transition-text.ts'
import { changeOf, transitionKey } from '../transition-draft.ts'
import { ConflictNotice } from './conflict-notice.tsx'

interface PendingDecisionProps {
  kept: PendingDecision
  file: StudentFile
  decision: Decision
}

/** A decision that this device keeps: it waits for the network, or the server would not take it and its maker has to look. */
export function PendingDecisionBanner(props: PendingDecisionProps) {
  const errorText = useErrorText()
  const { kept, file, decision } = props
  const Notice = kept.problem === null ? Waiting : kept.problem === 'student.changed' ? Overtaken : Refused
  return (
    <>
      <Notice {...props} />
      {decision.error && !isOfProposal(decision, file) && (
        <InlineNotice tone="problem">{errorText(decision.error)}</InlineNotice>
      )}
    </>
  )
}

/** On a file that was erased meanwhile: anyone who decided is told so, and lets it go. */
export function PendingDecisionOfErased({ studentId }: { studentId: string }) {
  const kept = usePendingDecisions(studentId)
  if (!kept) return null
  return kept.problem === null ? <Waiting kept={kept} /> : <Told kept={{ ...kept, problem: 'student.erased' }} />
}

function Waiting({ kept }: Pick<PendingDecisionProps, 'kept'>) {
  const { t } = useTranslation('students')
  const moveText = useTransitionText()
  const format = useFormat()
  const { change } = kept.asked
  const isProposal = change.kind === 'move' && change.offline && kept.move.offline === 'propose'
  const becomes = change.kind === 'offer' ? 'offer' : isProposal ? 'proposal' : 'waits'
  return (
    <section aria-label={t('kept.title')} className={css.clash}>
      <strong>{moveText(kept.move)}</strong>
      <p>
        {t('kept.at', { at: format.dateTime(kept.keptAtMs) })} {t(`kept.${becomes}`)}
      </p>
      <CachedOffer kept={kept} />
      <div className={common.actions}>
        <Button onClick={() => void actions().then(({ sendDeskWork }) => sendDeskWork())}>{t('kept.now')}</Button>
        <Button onClick={() => void discard(kept)}>{t('kept.back')}</Button>
      </div>
    </section>
  )
}

/** Somebody else decided in between: both are shown, and the person who made it says which holds. */
function Overtaken(props: PendingDecisionProps) {
  const { kept, file, decision } = props
  const { t } = useTranslation('students')
  const { move, said, seen } = kept
  const isOpen = leadsOn(kept, file)
  return (
    <>
      <ConflictNotice seen={seen} file={file} move={move} draft={said} isOpen={isOpen}>
        <CachedOffer kept={kept} />
      </ConflictNotice>
      <div className={common.actions}>
        <Button kind="main" isWorking={decision.isPending} disabled={!isOpen} onClick={() => void decideAgain(props)}>
          {t('moves.insist')}
        </Button>
        <Button onClick={() => void discard(kept)}>{t('moves.leave')}</Button>
      </div>
    </>
  )
}

/** What stood against it may be so no longer, as when a seat is free again: then it is decided from here, with all that was said. */
function Refused(props: PendingDecisionProps) {
  const { t } = useTranslation('students')
  const { kept, file, decision } = props
  return (
    <Told kept={kept}>
      {leadsOn(kept, file) ? (
        <Button kind="main" isWorking={decision.isPending} onClick={() => void decideAgain(props)}>
          {t('kept.again')}
        </Button>
      ) : (
        <p className={common.soft}>{t('kept.againLater')}</p>
      )}
    </Told>
  )
}

function Told({ kept, children }: Pick<PendingDecisionProps, 'kept'> & { children?: ReactNode }) {
  const { t } = useTranslation('students')
  const errorText = useErrorText()
  const moveText = useTransitionText()
  return (
    <InlineNotice tone="warning" isBoxed role="alert">
      <strong>{t('kept.refused', { move: moveText(kept.move) })}</strong>
      {kept.problem && <p>{errorText(kept.problem)}</p>}
      {kept.said.note && (
        <p className={css.note}>
          <bdi>{kept.said.note}</bdi>
        </p>
      )}
      <CachedOffer kept={kept} />
      <div className={common.actions}>
        {children}
        <Button onClick={() => void discard(kept)}>{t('kept.drop')}</Button>
      </div>
    </InlineNotice>
  )
}

/** Whether the step can be taken from where the student stands now. */
const leadsOn = ({ move }: PendingDecision, { moves }: StudentFile): boolean =>
  moves.some((each) => transitionKey(each) === transitionKey(move) && each.hindrances.length === 0)

async function decideAgain({ kept, file, decision }: PendingDecisionProps): Promise<void> {
  if (await decision.send(file, changeAgain(kept))) await discard(kept)
}

/** The same decision once more, by somebody who has seen what has become of the file. */
function changeAgain({ asked: { change }, move, said }: PendingDecision): StudentChange {
  if (change.kind !== 'offer') return changeOf(move, said)
  const { kind, offer, note } = change
  return { kind, offer, ...(note && { note }) }
}

/** The terms that were written with an offer: nothing typed is lost, whatever becomes of it. */
function CachedOffer({ kept: { asked } }: Pick<PendingDecisionProps, 'kept'>) {
  const { i18n } = useTranslation()
  if (asked.change.kind !== 'offer') return null
  const { offer } = asked.change
  return <OfferTerms of={offer} until={formatDay(offer.expiresOn, i18n.language)} />
}

const actions = () => import('#client/platform/offline/desk-outbox.ts')

async function discard({ asked }: PendingDecision): Promise<void> {
  const { discardDecision } = await actions()
  await discardDecision(asked.commandId)
}
