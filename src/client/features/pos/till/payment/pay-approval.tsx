// chunk: till-sheets
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { store } from '#client/platform/store.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { actContext } from '#local/pos/approved-acts.ts'
import type { OpenCart } from '#local/pos/cart-edit.ts'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import type { Till } from '#local/pos/till.types.ts'
import { negate, zero } from '#shared/kernel/money.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { approvalLifeMs } from '#shared/pos/approvals/approval.rules.ts'
import { approvalPermissions, isOpenTo, suffices } from '#shared/pos/approvals/till-limits.rules.ts'
import { isOverridden } from '#shared/pos/carts/override.rules.ts'
import { hasTerms } from '#shared/pos/carts/line-terms.rules.ts'
import type { SaleLine } from '#shared/pos/sale.contract.ts'
import { useCartActs, type WantedAct } from '../cart/cart-acts.ts'
import { cartAtom, pricedAtom } from '../cart/cart.atoms.ts'
import { actor, dismissFailure, saveAtom } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import { Approval } from './approval.tsx'

const nowMs = (till: Till) => machineClock.nowMs() + (till.clockOffsetMs ?? 0)

const isFor = ({ approval, hash }: WantedAct): boolean => approval?.given.hash === hash

const fits = (wanted: WantedAct, till: Till): boolean =>
  isFor(wanted) && wanted.approval !== undefined && nowMs(till) - fromInstant(wanted.approval.given.at) < approvalLifeMs

const withoutApprovals = ({
  approval: _terms,
  overrideApproval: _overrides,
  discountApproval: _discount,
  nameApproval: _name,
  exchange,
  ...cart
}: OpenCart): OpenCart => {
  if (!exchange) return cart
  const { approval: _exchange, ...refund } = exchange
  return { ...cart, exchange: refund }
}

/** The cart whose approval ran out while the money was taken. */
const lateAtom = atom<string>()

/** Goes back to the approval where it ran out while the money was taken: what was typed and taken stays. Returns whether it did. */
function useRefusedApproval(isAsked: boolean): boolean {
  const cart = useAtomValue(cartAtom)
  const late = useAtomValue(lateAtom)
  const save = useAtomValue(saveAtom)
  const isRefused = isAsked && save.state === 'failed' && save.why === 'pos.approval-needed'
  useEffect(() => {
    if (!isRefused || !cart) return
    store.set(cartAtom, withoutApprovals(cart))
    store.set(lateAtom, cart.saleId)
    dismissFailure()
  }, [isRefused, cart])
  return cart !== null && late === cart.saleId
}

/** Shows what another person must approve, and takes the approval; the payment where there is nothing. */
export function PayApproval({ children }: { children: ReactNode }) {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const lines = useAtomValue(pricedAtom)?.lines ?? []
  const acts = useCartActs()
  const person = actor()
  const judgedFor = (wanted: WantedAct, by: Actor) => wanted.judge(actContext(till, till.shift, by))
  const personOf = ({ by }: WantedAct) => by ?? person
  const asked = acts.filter((each) => !isOpenTo(judgedFor(each, personOf(each))))
  const isLate = useRefusedApproval(asked.length > 0)
  const wanted = asked.find((each) => !fits(each, till))
  if (!wanted) return children
  const isForbidden = judgedFor(wanted, personOf(wanted)) === 'forbidden'
  const approve = (by: Actor, proof: 'pin' | 'password') => {
    const cart = store.get(cartAtom)
    const { act, hash, keep } = wanted
    const given = { id: till.newId(), act, hash, by: by.userId, proof, at: toInstant(nowMs(till)) }
    if (cart) store.set(cartAtom, keep(cart, { by, given }))
    store.set(lateAtom, undefined)
  }
  return (
    <Sheet title={t('pay.title')} onClose={() => setSheet(null)}>
      {(isLate || isFor(wanted)) && <p role="alert">{t('approve.late')}</p>}
      <p role={isForbidden ? 'alert' : undefined}>{t(isForbidden ? 'approve.forbidden' : wanted.text)}</p>
      <ul>
        {wanted.act === 'allergen' &&
          lines.filter(isOverridden).map((line) => <OverrideRow key={line.id} line={line} />)}
        {lines.filter(hasTerms).map((line) => (
          <TermsRow key={line.id} line={line} />
        ))}
        {wanted.act === 'discount' && <DiscountRow />}
        {wanted.act === 'name-only' && <NameRow till={till} />}
      </ul>
      {!isForbidden && (
        <Approval
          key={wanted.act}
          permission={approvalPermissions[wanted.act]}
          actorId={personOf(wanted).userId}
          isEnough={(approver) =>
            suffices(wanted.act, { person: personOf(wanted), approver }, (by) => judgedFor(wanted, by))
          }
          onApproved={approve}
        />
      )}
    </Sheet>
  )
}

/** A line that is sold in spite of a rule, and on whose word. */
function OverrideRow({ line }: { line: SaleLine }) {
  const pick = useBilingual()
  return (
    <li data-override={line.id}>
      <bdi>{pick(line.name)}</bdi> · <bdi>{line.overrideReason}</bdi>
    </li>
  )
}

/** A line that is sold below or above its list price, and why. */
function TermsRow({ line }: { line: SaleLine }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const { ownDiscount, priceOverride } = line
  return (
    <li data-terms={line.id}>
      <bdi>{pick(line.name)}</bdi>
      {priceOverride && (
        <>
          {' · '}
          <s>
            <Money bare minor={priceOverride.listPrice} />
          </s>{' '}
          <Money bare minor={line.unitPrice} /> <bdi>{priceOverride.reason}</bdi>
        </>
      )}
      {ownDiscount && (
        <>
          {' · '}
          {t('why.line-discount')} <Money bare minor={negate(ownDiscount.amount)} /> <bdi>{ownDiscount.reason}</bdi>
        </>
      )}
    </li>
  )
}

/** The discount on the whole receipt, and why. */
function DiscountRow() {
  const { t } = useTranslation('pos.till')
  const amount = useAtomValue(pricedAtom)?.discountAmount ?? zero
  const reason = useAtomValue(cartAtom)?.discount?.reason
  return (
    <li data-discount>
      {t('discount.title')} · <Money bare minor={negate(amount)} /> <bdi>{reason}</bdi>
    </li>
  )
}

/** Whose account pays although only a name was given. */
function NameRow({ till }: { till: Till }) {
  const pick = useBilingual()
  const customerId = useAtomValue(cartAtom)?.customerId
  const name = customerId && till.customer(customerId)?.name
  return <li data-by-name>{name && <bdi>{pick(name)}</bdi>}</li>
}
