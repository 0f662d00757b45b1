// chunk: fees
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { ChildLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { calculateLeaving, type LeavingAsked, settle } from './leaving.api.ts'
import css from './leaving.module.css'
import { LeavingCheques } from './leaving-cheques.tsx'
import { isSameDraft, type LeavingDraft } from './leaving-draft.ts'
import { LeavingForm } from './leaving-form.tsx'
import { PrintLeaving } from './leaving-print.tsx'
import { UndoLeaving } from './undo-form.tsx'
import { LeavingStatement } from './leaving-statement.tsx'

interface SectionProps {
  number: string
  today: string
  /** Another one after each change of the account elsewhere: what was calculated before may not hold. */
  round: number
  /** The account is another one after it. */
  onChanged: () => void
}

/** Leaving calculator: from the day of the request to what is kept and returned, and then to the documents. */
export function LeavingSection({ number, today, round, onChanged }: SectionProps) {
  const { t } = useTranslation('fees.leaving')
  const errorText = useErrorText()
  const headingId = useId()
  const [draft, setDraft] = useState<LeavingDraft>({ requestedOn: today, leavingReason: 'other', unused: [] })
  const [found, setFound] = useState<{ asked: LeavingDraft; leaving: ChildLeaving; round: number }>()
  const { mutate, isPending, error } = useMutation(
    async (asked: LeavingDraft) => {
      // The printout speaks both languages.
      await loadWordsForPaper('fees.leaving')
      return { asked, round, leaving: await calculateLeaving({ ...asked, unused: [...asked.unused], number }) }
    },
    { onSuccess: setFound },
  )
  const settled = (leaving: ChildLeaving) => {
    setFound(found && { ...found, leaving })
    onChanged()
  }
  const isStale = found && !found.leaving.settled && (found.round !== round || !isSameDraft(found.asked, draft))
  return (
    <section aria-labelledby={headingId} className={css.section}>
      <h2 id={headingId} className={common.heading}>
        {t('title')}
      </h2>
      <p className={common.softLine}>{t('intro')}</p>
      <LeavingForm
        leaving={found?.leaving}
        draft={draft}
        onChange={setDraft}
        isPending={isPending}
        onCalculate={() => void mutate(draft)}
      />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {isStale && <InlineNotice tone="info">{t('stale')}</InlineNotice>}
      {found && !isStale && (
        <Found
          asked={{ ...found.asked, unused: [...found.asked.unused], number }}
          leaving={found.leaving}
          onSettled={settled}
          onRedo={() => {
            void mutate(found.asked)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

interface FoundProps {
  asked: LeavingAsked
  leaving: ChildLeaving
  onSettled: (leaving: ChildLeaving) => void
  onRedo: () => void
}

function Found({ asked, leaving, onSettled, onRedo }: FoundProps) {
  const { t, i18n } = useTranslation('fees.leaving')
  const format = useFormat()
  const may = useRights()
  const { settled, cheques, sum } = leaving
  return (
    <>
      {settled && <Settled leaving={leaving} />}
      {settled && may('fees.approve') && (
        <UndoLeaving settled={settled} deposit={sum.toDeposit ?? 0} currency={leaving.currency} onUndone={onRedo} />
      )}
      <LeavingStatement leaving={leaving} in={{ lng: i18n.language === 'ar' ? 'ar' : 'en', t, format }} />
      <LeavingCheques cheques={cheques} today={leaving.today} onChanged={onRedo} />
      <PrintLeaving leaving={leaving} />
      {!settled && may('fees.bill') && sum.requestedOn <= leaving.today && (
        <SettleForm key={JSON.stringify(sum)} asked={asked} leaving={leaving} onSettled={onSettled} />
      )}
      {!settled && may('fees.bill') && sum.requestedOn > leaving.today && (
        <p className={common.softLine}>{t('notYet')}</p>
      )}
    </>
  )
}

/** What was made of it. */
function Settled({ leaving: { settled, currency } }: { leaving: ChildLeaving }) {
  const { t } = useTranslation('fees.leaving')
  const format = useFormat()
  if (!settled) return null
  return (
    <InlineNotice tone="success">
      {t('settled', { on: format.day(settled.settledAt) })}
      <ul>
        {settled.invoices.map(({ documentId, number, total }) => (
          <li key={documentId}>{t('settledInvoice', { number, amount: format.money(total, currency) })}</li>
        ))}
        {settled.notes.map(({ documentId, number, total }) => (
          <li key={documentId}>{t('settledNote', { number, amount: format.money(total, currency) })}</li>
        ))}
        {settled.claims.map(({ claimId, amount, state }) => (
          <li key={claimId}>
            {t('settledClaim', { amount: format.money(amount, currency), state: t(`claimState.${state}`) })}
          </li>
        ))}
      </ul>
    </InlineNotice>
  )
}

interface SettleProps {
  asked: LeavingAsked
  leaving: ChildLeaving
  onSettled: (leaving: ChildLeaving) => void
}

/** Makes the sum real: credit notes now, refunds once another person has approved them. */
function SettleForm({ asked, leaving: { sum, currency }, onSettled }: SettleProps) {
  const { t } = useTranslation('fees.leaving')
  const errorText = useErrorText()
  const format = useFormat()
  const [note, setNote] = useState(() => t('noteText', { on: format.day(`${sum.requestedOn}T12:00Z`) }))
  const [isChecked, setIsChecked] = useState(false)
  const { mutate, isPending, error } = useCommand(
    (said: string, opId) =>
      settle({ ...asked, opId, documentNote: said, sums: { keptAmount: sum.kept, returnedAmount: sum.returned } }),
    { onSuccess: onSettled },
  )
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (note.trim() !== '') void mutate(note.trim())
  }
  return (
    <form noValidate className={common.stack} onSubmit={send}>
      <p className={common.softLine}>
        {t('settleText', {
          returned: format.money(sum.returned, currency),
          due: format.money(sum.due, currency),
        })}
      </p>
      <TextField
        label={t('note')}
        hint={t('noteHint')}
        maxLength={300}
        autoComplete="off"
        error={isChecked && note.trim() === '' ? t('wrong.note') : undefined}
        value={note}
        onChange={setNote}
      />
      <p className={common.actions}>
        <Button kind="main" type="submit" isWorking={isPending}>
          {t('settle')}
        </Button>
      </p>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </form>
  )
}
