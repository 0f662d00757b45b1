import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { keepLink } from '#client/platform/session/kept-link.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { FamilyChild, FamilyFees, FamilyItem } from '#shared/fees/family/family-fees.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { sum } from '#shared/kernel/money.ts'
import type { FeeDoor } from '../fee-door.types.ts'
import { usePayerText } from '../hooks/use-payer-text.ts'
import css from './family-fees.module.css'

interface ItemFormProps {
  fees: FamilyFees
  door: FeeDoor
  isOnline: boolean
  /** Its bar stays below its own items then: one alone stays in sight. */
  isOneOfSeveral: boolean
  again: () => void
}

/** Most items in one payment. */
const mostItems = 60

/** What is due is chosen at first. */
const dueIds = ({ items, today }: FamilyFees): ReadonlySet<string> =>
  new Set(items.filter(({ dueOn }) => dueOn <= today).map(({ chargeId }) => chargeId))

/** What is chosen, and its payment at the gateway. */
function usePaying({ fees, door, isOnline, again }: ItemFormProps) {
  const { language } = usePayerText()
  const { items, payerId } = fees
  const [chosenIds, setChosen] = useState(() => dueIds(fees))
  const [wrong, setWrong] = useState<'none' | 'many'>()
  const chosen = items.filter(({ chargeId }) => chosenIds.has(chargeId))
  const { mutate, isPending, error } = useMutation(
    async () => {
      const { beginPayment } = await import('../family-fees.api.ts')
      const { intentId, url } = await beginPayment(door, { payerId, items: chosen, language })
      if (door.token !== undefined) keepLink(intentId, door.token)
      location.assign(url)
    },
    { onError: (reason) => reason === 'fees.over-allocated' && again() },
  )
  const choose = (ids: readonly string[], isChosen: boolean) => {
    setWrong(undefined)
    setChosen((before) => new Set([...[...before].filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]))
  }
  const pay = (event: SyntheticEvent) => {
    event.preventDefault()
    const fault = chosen.length === 0 ? 'none' : chosen.length > mostItems ? 'many' : undefined
    setWrong(fault)
    if (fault === undefined && isOnline) void mutate()
  }
  return { chosen, chosenIds, choose, pay, isPending, wrong, error }
}

/** Open items by child, each to be chosen, and the way to pay them. */
export function ItemForm(props: ItemFormProps) {
  const { t } = useTranslation('fees.family')
  const { items, children, canPay, currency, code } = props.fees
  const { chosen, chosenIds, choose, pay, isPending, wrong, error } = usePaying(props)
  return (
    <form className={css.form} noValidate onSubmit={pay}>
      <h2 className={css.heading}>{t(canPay ? 'choose' : 'open')}</h2>
      {children.map((child) => (
        <ChildItems
          key={child.studentId}
          child={child}
          items={items.filter(({ studentId }) => studentId === child.studentId)}
          currency={currency}
          chosenIds={canPay ? chosenIds : undefined}
          onChoose={choose}
        />
      ))}
      {canPay ? (
        <div className={css.pay} data-several={props.isOneOfSeveral || undefined}>
          <p aria-live="polite">
            {t('chosen', { count: chosen.length })} ·{' '}
            <strong>
              <Money minor={sum(chosen.map(({ open }) => open))} currency={currency} />
            </strong>
          </p>
          <ActionButton isWorking={isPending}>{t('pay')}</ActionButton>
          <Problem wrong={wrong} error={error} isOnline={props.isOnline} />
        </div>
      ) : (
        <p className={css.note}>{t('noOnline')}</p>
      )}
      <p className={css.note}>
        {t('transfer')}{' '}
        <bdi dir="ltr" className="num">
          {code}
        </bdi>
      </p>
    </form>
  )
}

interface ProblemProps {
  wrong: 'none' | 'many' | undefined
  error: MessageId | undefined
  isOnline: boolean
}

function Problem({ wrong, error, isOnline }: ProblemProps) {
  const { t } = useTranslation('fees.family')
  const errorText = useErrorText()
  if (!isOnline) return <InlineNotice tone="warning">{t('offlinePay')}</InlineNotice>
  if (wrong) return <InlineNotice tone="problem">{t(`wrong.${wrong}`, { most: mostItems })}</InlineNotice>
  if (error === 'fees.over-allocated') return <InlineNotice tone="warning">{t('changed')}</InlineNotice>
  return error ? <InlineNotice tone="problem">{errorText(error)}</InlineNotice> : null
}

interface ChildItemsProps {
  child: FamilyChild
  items: readonly FamilyItem[]
  currency: FamilyFees['currency']
  /** Undefined where nothing can be chosen. */
  chosenIds: ReadonlySet<string> | undefined
  onChoose: (ids: readonly string[], isChosen: boolean) => void
}

function ChildItems({ child, items, currency, chosenIds, onChoose }: ChildItemsProps) {
  const { t } = useTranslation('fees.family')
  const { nameOf } = usePayerText()
  if (items.length === 0) return null
  const ids = items.map(({ chargeId }) => chargeId)
  const isAll = chosenIds !== undefined && ids.every((id) => chosenIds.has(id))
  const name = nameOf(child) ?? t('noChild')
  return (
    <fieldset className={css.child}>
      <legend className={css.childName}>
        <bdi>{name}</bdi>
      </legend>
      <ul className={css.items}>
        {items.map((item) => (
          <li key={item.chargeId}>
            {chosenIds ? (
              <label className={css.item}>
                <input
                  type="checkbox"
                  checked={chosenIds.has(item.chargeId)}
                  onChange={(event) => onChoose([item.chargeId], event.currentTarget.checked)}
                />
                <ItemText item={item} currency={currency} />
              </label>
            ) : (
              <div className={css.item}>
                <ItemText item={item} currency={currency} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {chosenIds && items.length > 1 && (
        <button type="button" className={css.quiet} onClick={() => onChoose(ids, !isAll)}>
          {t(isAll ? 'noneOf' : 'allOf', { name: `\u2068${name}\u2069` })}
        </button>
      )}
    </fieldset>
  )
}

function ItemText({ item, currency }: { item: FamilyItem; currency: FamilyFees['currency'] }) {
  const { t } = useTranslation('fees.family')
  const pick = useBilingual()
  const { dayOf } = usePayerText()
  const { name, part, dueOn, isOverdue, open, paid } = item
  return (
    <>
      <span className={css.itemName}>
        <bdi>{part > 0 ? t('item', { name: pick(name), part }) : pick(name)}</bdi>
        <span className={css.dueOn} data-overdue={isOverdue || undefined}>
          {t(isOverdue ? 'overdue' : 'due', { day: dayOf(dueOn) })}
          {paid > 0 && (
            <>
              {' · '}
              {t('paidOf')} <Money minor={paid} currency={currency} />
            </>
          )}
        </span>
      </span>
      <span className={css.amount}>
        <Money minor={open} currency={currency} />
      </span>
    </>
  )
}
