import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { type ClaimKind, claimKinds } from '#shared/admissions/waiting-list.rules.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import css from '../../offers/components/offer-section.module.css'
import { SavedNote } from '../../offers/components/saved-note.tsx'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'
import { type Decision, useDecision } from '../../transitions/hooks/use-decision.ts'
import { useWaitlistText } from '../hooks/use-waitlist-text.ts'

interface WaitlistSectionProps {
  file: StudentFile
  /** The file has to be read again: something was done, or somebody else was faster. */
  onStale: () => void
  /** What the student is now. */
  onChanged?: (student: StudentRow) => void
}

/** Where a student stands on the waiting list and why, how that came, and what may bring them forward. */
export function LineSection({ file, onStale, onChanged }: WaitlistSectionProps) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  const { reason, name } = useWaitlistText()
  const decision = useDecision({ onStale, onChanged })
  const { line } = file
  return (
    <section aria-labelledby="student-line" className={css.section}>
      <h3 id="student-line">{t('line.title')}</h3>
      {line ? (
        <p>
          <strong>{t('line.position', { position: line.position, total: line.total })}</strong> {reason(line.reason)}{' '}
          <span className={css.soft}>{line.next ? t('line.next', { name: name(line.next) }) : t('line.isNext')}</span>
        </p>
      ) : (
        <p className={css.soft}>{t('line.none')}</p>
      )}
      {decision.done && <SavedNote>{t('offers.done')}</SavedNote>}
      {decision.error && <InlineNotice tone="problem">{errorText(decision.error)}</InlineNotice>}
      <ClaimList file={file} decision={decision} />
      {file.positions.length > 0 && <Positions positions={file.positions} />}
    </section>
  )
}

function Positions({ positions }: { positions: StudentFile['positions'] }) {
  const { t } = useTranslation('admissions')
  const format = useFormat()
  const { reason } = useWaitlistText()
  const { grade, year } = useStudentText()
  return (
    <details className={css.before}>
      <summary>{t('line.history', { count: positions.length })}</summary>
      <ol className={css.people}>
        {positions.map(({ no, position, total, reason: why, cause, at, place }) => (
          <li key={no}>
            <p>
              {position === null ? t('line.off') : <strong>{t('line.position', { position, total })}</strong>}{' '}
              {t(`line.cause.${cause}`)}
            </p>
            {why && <p>{reason(why)}</p>}
            <p className={css.soft}>
              <bdi>{format.dateTime(at)}</bdi> · {grade(place.grade)} {year(place.entryYear)}
              {[place.campus, place.stream].filter(Boolean).map((code) => (
                <bdi key={code}> · {code}</bdi>
              ))}
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}

interface ClaimProps {
  file: StudentFile
  decision: Decision
}

const chipOf = { stated: 'sent', verified: 'accepted', refused: 'declined' } as const

/** The reasons for priority: what the family says, and what staff have found. Only what is verified counts. */
function ClaimList({ file, decision }: ClaimProps) {
  const { t, i18n } = useTranslation('admissions')
  const pick = useBilingual()
  const format = useFormat()
  const actsAs = useActorRoles()
  const mayJudge = actsAs('officer', 'registrar')
  const judge = ({ claim, note }: StudentFile['claims'][number], state: 'verified' | 'refused') =>
    void decision.send(file, { kind: 'claim', claim, state, note })
  const missing = claimKinds.filter((kind) => !file.claims.some(({ claim }) => claim === kind))
  return (
    <>
      <ul className={css.people} aria-label={t('claim.title')}>
        {file.claims.map((each) => {
          const { claim, state, note, verifiedOn, by, at } = each
          return (
            <li key={claim}>
              <p>
                <strong>{t(`claim.${claim}`)}</strong>{' '}
                <span className={css.chip} data-state={chipOf[state]}>
                  {state === 'verified' && verifiedOn
                    ? t('claim.verified', { day: formatDay(verifiedOn, i18n.language) })
                    : t(`claim.${state === 'refused' ? 'refused' : by ? 'stated' : 'inApplication'}`)}
                </span>
              </p>
              {note && (
                <p className={common.asWritten}>
                  <bdi>{note}</bdi>
                </p>
              )}
              {by && at && (
                <p className={css.soft}>
                  <bdi>{format.dateTime(at)}</bdi> · <bdi>{pick(by.name)}</bdi>
                </p>
              )}
              {mayJudge && (
                <div className={css.actions}>
                  {(['verified', 'refused'] as const)
                    .filter((to) => to !== state)
                    .map((to) => (
                      <Button
                        key={to}
                        isWorking={decision.isPending}
                        aria-label={`${t(`claim.do.${to}`)}: ${t(`claim.${claim}`)}`}
                        onClick={() => judge(each, to)}
                      >
                        {t(`claim.do.${to}`)}
                      </Button>
                    ))}
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {mayJudge && missing.length > 0 && <ClaimForm file={file} decision={decision} missing={missing} />}
    </>
  )
}

function ClaimForm({ file, decision, missing }: ClaimProps & { missing: readonly ClaimKind[] }) {
  const { t } = useTranslation('admissions')
  const [kind, setKind] = useState<ClaimKind | ''>('')
  const [note, setNote] = useState('')
  useBusy(note !== '')
  const add = async () => {
    if (kind === '') return
    if (await decision.send(file, { kind: 'claim', claim: kind, state: 'stated', note })) {
      setKind('')
      setNote('')
    }
  }
  return (
    <form
      noValidate
      aria-label={t('claim.add')}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <SelectField
        label={t('claim.title')}
        width="narrow"
        value={kind}
        onChange={(chosen) => setKind(missing.find((each) => each === chosen) ?? '')}
      >
        <option value="">{t('claim.choose')}</option>
        {missing.map((each) => (
          <option key={each} value={each}>
            {t(`claim.${each}`)}
          </option>
        ))}
      </SelectField>
      <TextField label={t('claim.note')} width="narrow" maxLength={500} value={note} onChange={setNote} />
      <Button type="submit" isWorking={decision.isPending} disabled={kind === ''}>
        {t('claim.add')}
      </Button>
    </form>
  )
}
