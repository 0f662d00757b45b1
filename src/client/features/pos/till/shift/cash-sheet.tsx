import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import type { Till } from '#local/pos/till.types.ts'
import type { OpId } from '#shared/kernel/ids.ts'
import { type Minor, minor, toDecimalText } from '#shared/kernel/money.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeMovement, movementShown } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { CashMovement, CashMovementKind } from '#shared/pos/shift.contract.ts'
import { Field } from '../board/field.tsx'
import { ChoiceRow } from '../catalogue/choice-row.tsx'
import { ApprovalSection } from '../payment/approval-section.tsx'
import { entryAmount } from '../payment/number-entry.ts'
import { NumberPad } from '../payment/number-pad.tsx'
import { PadColumns } from '../payment/pad-columns.tsx'
import { useApproval } from '../payment/use-approval.ts'
import { NotSavedPanel } from '../receipts/not-saved.tsx'
import { ReasonField } from '../receipts/reason-field.tsx'
import { actor } from '../receipts/sale.actions.ts'
import { openDrawerFor } from '../receipts/use-paper-printing.ts'
import { sheetAtom } from '../till.atoms.ts'
import { Witness } from './witness.tsx'

const kinds: readonly CashMovementKind[] = ['paid-in', 'paid-out', 'drop', 'no-sale']

/** Cash that leaves for good: another person may say that they saw it. */
const isWitnessed = (kind: CashMovementKind): boolean => kind === 'drop' || kind === 'paid-out'

/** The set-aside movement that this one is entered in place of. */
function formerOf(till: Till, corrects: OpId | undefined): CashMovement | undefined {
  const entry = corrects && till.setAside(corrects)
  return entry && entry.kind === 'pos.moveCash' ? entry.body : undefined
}

type SeenCash = Pick<CashMovement, 'kind' | 'amount' | 'bag'>

const seenOf = ({ kind, amount, bag }: SeenCash): string => JSON.stringify([kind, amount, bag ?? ''])

/** Who saw this cash go: proven for its kind, amount and bag alone. Of anything else they have seen nothing. */
function useWitness(moved: SeenCash, former: CashMovement | undefined) {
  const [witnessed, setWitnessed] = useState(former?.witness ? { by: former.witness, of: seenOf(former) } : undefined)
  const of = seenOf(moved)
  const isSame = isWitnessed(moved.kind) && witnessed?.of === of
  return {
    proven: isSame ? witnessed.by : undefined,
    setWitness: ({ userId }: Actor) => setWitnessed({ by: userId, of }),
  }
}

/** What was entered, and its write. The id is minted once, so that a second try is the same movement. */
function useMovement(onSaved: () => void, corrects: OpId | undefined) {
  const till = useTill()
  const { currency } = till.settings
  const [id] = useState(() => till.newId())
  const [former] = useState(() => formerOf(till, corrects))
  const [kind, setKind] = useState<CashMovementKind>(former?.kind ?? 'paid-in')
  const [entry, setEntry] = useState(former?.amount ? toDecimalText(former.amount, currency) : '')
  const [reason, setReason] = useState(former?.reason ?? '')
  const [bag, setBag] = useState(former?.bag ?? '')
  const amount: Minor | undefined = kind === 'no-sale' ? minor(0) : entryAmount(entry, currency)
  const moved = { id, kind, amount: amount ?? minor(0) }
  const approving = useApproval({
    act: kind === 'paid-in' ? 'paid-out' : kind,
    hash: approvalHash(kind === 'paid-in' ? 'paid-out' : kind, movementShown(moved)),
    judge: (context) => judgeMovement(moved, context),
  })
  const { approval, isNeeded, isForbidden } = approving
  const isDrop = kind === 'drop'
  const isWhole = amount !== undefined && (kind === 'no-sale' || amount > 0)
  const isComplete = isWhole && (!isDrop || bag.trim() !== '')
  const { proven, setWitness } = useWitness({ ...moved, bag: isDrop ? bag.trim() : undefined }, former)
  // A drop that another person has seen needs no approval besides.
  const isSeen = isDrop && proven !== undefined
  const isReady = reason.trim() !== '' && isComplete && (!isNeeded || isSeen) && !isForbidden
  const saved = () => {
    openDrawerFor(kind, id)
    onSaved()
  }
  const { mutate, isPending, error, reset } = useMutation(
    () =>
      till.moveCash(
        {
          ...moved,
          reason: reason.trim(),
          approval,
          bag: isDrop ? bag.trim() : undefined,
          witness: proven,
          ...(corrects && { corrects }),
        },
        actor(),
      ),
    { reasonOf: notSavedReason, onSuccess: saved },
  )
  const save = () => {
    if (isReady) void mutate()
  }
  const typed = { kind, setKind, entry, setEntry, reason, setReason, bag, setBag, witness: proven, setWitness }
  const shownApproval = isWhole && !isSeen ? approving : undefined
  return { ...typed, isComplete, approving: shownApproval, isPending, error, reset, isReady, save, currency }
}

type Movement = ReturnType<typeof useMovement>

/** What kind of movement it is, why, and for cash that leaves its bag and who saw it. */
function Particulars({
  movement,
  kind,
}: {
  movement: Omit<Movement, 'kind' | 'isPending' | 'error' | 'currency' | 'save'>
  kind: CashMovementKind
}) {
  const { t } = useTranslation('pos.till')
  return (
    <>
      <ChoiceRow
        options={kinds.map((each) => ({ value: each, label: t(`movement.${each}`) }))}
        chosen={kind}
        onChoose={movement.setKind}
      />
      <ReasonField
        label={t('cash.reason')}
        value={movement.reason}
        onChange={movement.setReason}
        suggestions={[t('cash.suggest.change'), t('cash.suggest.supplier'), t('cash.suggest.safe')]}
      />
      {kind === 'drop' && (
        <Field
          label={t('cash.bag')}
          value={movement.bag}
          maxLength={40}
          dir="ltr"
          autoComplete="off"
          onChange={(event) => movement.setBag(event.target.value)}
        />
      )}
      {movement.isComplete && isWitnessed(kind) && (
        <Witness witness={movement.witness} onWitness={movement.setWitness} />
      )}
      {movement.approving && <ApprovalSection entry={movement.approving} />}
    </>
  )
}

/** Cash that moves without a sale, or a drawer opened for none: each with its reason. */
export function CashSheet({ corrects }: { corrects: OpId | undefined }) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const setSheet = useSetAtom(sheetAtom)
  const close = () => setSheet(null)
  const { kind, isPending, error, currency, save, ...movement } = useMovement(close, corrects)
  if (error)
    return (
      <Sheet title={t('menu.cash')} size="wide" canClose={false} onClose={movement.reset}>
        <NotSavedPanel why={error} kept={t('notSaved.entry')} onRetry={save} onBack={movement.reset} />
      </Sheet>
    )
  const footer = (
    <Button
      kind="main"
      size="large"
      disabled={!movement.isReady}
      isWorking={isPending}
      data-action="move-cash"
      onClick={save}
    >
      {t(`cash.save.${kind}`)}
    </Button>
  )
  const pad = (
    <NumberPad
      label={t('cash.amount')}
      entry={kind === 'no-sale' ? '' : movement.entry}
      onChange={movement.setEntry}
      currency={currency}
      placeholder={format.amount(0, currency)}
      unit={format.currencyName(currency)}
      isDisabled={kind === 'no-sale' || isPending}
      onEnter={save}
    />
  )
  return (
    <Sheet title={t('menu.cash')} size="wide" canClose={!isPending} onClose={close} footer={footer}>
      <PadColumns pad={pad}>
        <Particulars movement={movement} kind={kind} />
      </PadColumns>
    </Sheet>
  )
}
