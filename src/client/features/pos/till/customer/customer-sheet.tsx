import { useSetAtom } from 'jotai'
import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useNow } from '#client/platform/use-now.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { Customer } from '#shared/pos/customer.contract.ts'
import { Field } from '../board/field.tsx'
import { selectCustomer } from '../cart/cart.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import css from './customer-sheet.module.css'

const maxFound = 12
const refreshMs = 30_000

function Found({ customer, onChoose }: { customer: Customer; onChoose: () => void }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const allergenNames = useAllergenNames()
  const till = useTill()
  const { en, ar } = customer.name
  const shown = pick(customer.name)
  return (
    <li>
      <button type="button" className={css.found} data-customer={customer.id} onClick={onChoose}>
        <span className={css.names}>
          <bdi className={css.name}>{shown}</bdi>
          <bdi className={css.other}>{shown === en ? ar : en}</bdi>
          {customer.allergens.length > 0 && <span className={css.allergens}>{allergenNames(customer.allergens)}</span>}
        </span>
        <span className={css.facts}>
          <span>
            <bdi>{customer.className}</bdi> · <bdi dir="ltr">{customer.admissionNo}</bdi>
          </span>
          <span>
            {t('customer.spendable')} <Money minor={till.account(customer.id).spendable} />
          </span>
        </span>
      </button>
    </li>
  )
}

/** Finds a pupil by name in either script, by admission number or by card. */
export function CustomerSheet({ backTo }: { backTo: 'pay' | 'topUp' | undefined }) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const till = useTill()
  const now = useNow(refreshMs)
  const setSheet = useSetAtom(sheetAtom)
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const byCard = text ? till.customerByCard(text) : undefined
  const found = byCard ? [byCard] : text ? till.findCustomers(text, maxFound) : []
  const close = () => setSheet(backTo === 'pay' ? { kind: 'pay' } : null)
  const choose = (customer: Customer) => {
    // Money for one pupil's account says nothing about whose lunch is in the cart.
    if (backTo === 'topUp') return setSheet({ kind: 'topUp', customerId: customer.id })
    const isNumber = customer.admissionNo.toLowerCase() === text.toLowerCase()
    selectCustomer(customer, customer === byCard ? 'card' : isNumber ? 'number' : 'name')
    close()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const [only] = found
    if (event.key !== 'Enter' || !only) return
    event.preventDefault()
    // Several may fit what was typed: then the person at the counter decides, not the Enter key.
    if (found.length === 1) choose(only)
    else document.querySelector<HTMLElement>('[data-customer]')?.focus()
  }
  return (
    <Sheet title={t('customer.choose')} onClose={close}>
      <Field
        label={t('customer.search')}
        hint={t('customer.searchHint')}
        type="search"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={press}
      />
      <div className={css.results}>
        <p className="visually-hidden" role="status">
          {text && t('customer.found', { count: found.length })}
        </p>
        {text && found.length === 0 && <p className={css.none}>{t('customer.nobody', { text })}</p>}
        <ul className={css.list}>
          {found.map((customer) => (
            <Found key={customer.id} customer={customer} onChoose={() => choose(customer)} />
          ))}
        </ul>
      </div>
      {till.snapshotAt && <p className={css.age}>{t('customer.asOf', { age: format.ago(till.snapshotAt, now) })}</p>}
    </Sheet>
  )
}
