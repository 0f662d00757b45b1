// chunk: fees
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { ChildLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { calculateLeaving, type LeavingAsked } from './leaving.api.ts'
import css from './leaving.module.css'
import { LeavingCheques } from './leaving-cheques.tsx'
import { LeavingForm } from './leaving-form.tsx'
import { LeavingPaper } from './leaving-paper.tsx'
import { LeavingStatement } from './leaving-statement.tsx'
import { SettleForm } from './settle-form.tsx'

interface SectionProps {
  number: string
  today: string
  /** The account is another one after it. */
  onChanged: () => void
}

/** Leaving calculator: from the day of the request to what is kept and returned, and then to the documents. */
export function LeavingSection({ number, today, onChanged }: SectionProps) {
  const { t } = useTranslation('fees.leaving')
  const errorText = useErrorText()
  const headingId = useId()
  const [found, setFound] = useState<{ asked: LeavingAsked; leaving: ChildLeaving }>()
  const { mutate, isPending, error } = useMutation(
    async (asked: LeavingAsked) => {
      // The printout speaks both languages.
      await loadWordsForPaper('fees.leaving')
      return { asked, leaving: await calculateLeaving(asked) }
    },
    { onSuccess: setFound, onError: () => setFound(undefined) },
  )
  const settled = (leaving: ChildLeaving) => {
    setFound(found && { ...found, leaving })
    onChanged()
  }
  return (
    <section aria-labelledby={headingId} className={css.section}>
      <h2 id={headingId} className={common.heading}>
        {t('title')}
      </h2>
      <p className={common.softLine}>{t('intro')}</p>
      <LeavingForm
        today={today}
        leaving={found?.leaving}
        isPending={isPending}
        onCalculate={(asked) => void mutate({ ...asked, number })}
      />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {found && (
        <Found
          {...found}
          onSettled={settled}
          onCheque={() => {
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
  onCheque: () => void
}

function Found({ asked, leaving, onSettled, onCheque }: FoundProps) {
  const { t, i18n } = useTranslation('fees.leaving')
  const format = useFormat()
  const may = useRights()
  const [cannotPrint, setCannotPrint] = useState(false)
  const { settled, cheques, sum } = leaving
  const onPrint = () => {
    try {
      print()
      setCannotPrint(false)
    } catch {
      setCannotPrint(true)
    }
  }
  return (
    <>
      {settled && <Settled leaving={leaving} />}
      <LeavingStatement leaving={leaving} in={{ lng: i18n.language === 'ar' ? 'ar' : 'en', t, format }} />
      <LeavingCheques cheques={cheques} today={leaving.today} onChanged={onCheque} />
      <p className={common.actions}>
        <Button onClick={onPrint}>{t('print')}</Button>
      </p>
      {cannotPrint && <InlineNotice tone="problem">{t('cannotPrint')}</InlineNotice>}
      {!settled && may('fees.bill') && sum.requestedOn <= leaving.today && (
        <SettleForm key={JSON.stringify(sum)} asked={asked} leaving={leaving} onSettled={onSettled} />
      )}
      {!settled && may('fees.bill') && sum.requestedOn > leaving.today && (
        <p className={common.softLine}>{t('notYet')}</p>
      )}
      <LeavingPaper leaving={leaving} />
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
