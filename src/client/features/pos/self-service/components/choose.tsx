import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { MinusIcon, PlusIcon } from '#client/ui/icons/action-icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { addItem, type OpenCart, quantityOf, setQuantity } from '#local/pos/cart-edit.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Item, Modifier } from '#shared/pos/catalogue.contract.ts'
import { firstName } from '../first-name.ts'
import { obstacle, payFromAccount } from '../pay.actions.ts'
import type { Scene } from '../visit.ts'
import { useVisit } from '../visit-context.ts'
import css from './choose.module.css'
import { Goods, Options } from './goods.tsx'

interface BasketProps {
  cart: OpenCart
  onChange: (cart: OpenCart) => void
}

/** What was chosen, with one less and one more. */
function Basket({ cart, onChange }: BasketProps) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const format = useFormat()
  if (cart.lines.length === 0) return <p className={css.empty}>{t('choose.empty')}</p>
  return (
    <ul className={css.lines}>
      {cart.lines.map((line) => {
        const name = pick(line.item.name)
        const pieces = quantityOf(line)
        return (
          <li key={line.id} className={css.line}>
            <span className={css.lineName}>
              <bdi>{name}</bdi>
              {line.modifiers.length > 0 && (
                <small>
                  <bdi>{line.modifiers.map((modifier) => pick(modifier.name)).join(' · ')}</bdi>
                </small>
              )}
            </span>
            <button
              type="button"
              className={css.step}
              aria-label={t('choose.fewer', { name })}
              onClick={() => onChange(setQuantity(cart, line.id, pieces - 1))}
            >
              <MinusIcon />
            </button>
            <output className={css.pieces}>
              <bdi className="num">{format.count(pieces)}</bdi>
            </output>
            <button
              type="button"
              className={css.step}
              aria-label={t('choose.more', { name })}
              onClick={() => onChange(setQuantity(cart, line.id, pieces + 1))}
            >
              <PlusIcon />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface ChooseProps {
  scene: Extract<Scene, { at: 'choose' }>
  cart: OpenCart & { customerId: CustomerId }
  tenderId: string
  /** Another dialog is open: there is never a second one on top of it. */
  isCovered: boolean
  onChange: (cart: OpenCart) => void
}

/** Food by taps, what may be spent beside it, and one button that pays. */
export function Choose({ scene, cart, tenderId, isCovered, onChange }: ChooseProps) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const till = useTill()
  const [asking, setAsking] = useState<{ item: Item; chosen: ReadonlySet<string> } | null>(null)
  const customer = till.customer(scene.customerId)
  const put = (item: Item, modifiers: readonly Modifier[]) => {
    setAsking(null)
    onChange(addItem(cart, item, modifiers, till.newId()))
  }
  const tap = (item: Item) =>
    till.catalogue.groupsOf(item).length > 0 ? setAsking({ item, chosen: new Set() }) : put(item, [])
  return (
    <section className={css.choose} aria-labelledby="choose-title">
      <h1 id="choose-title" className={css.title} data-personal>
        {t('choose.title', { name: `⁨${customer ? firstName(pick(customer.name)) : ''}⁩` })}
      </h1>
      <Goods customerId={scene.customerId} onTap={tap} />
      <aside className={css.side} aria-label={t('choose.basket')}>
        <Basket cart={cart} onChange={onChange} />
        <Foot scene={scene} cart={cart} tenderId={tenderId} />
      </aside>
      {asking && !isCovered && (
        <Options
          {...asking}
          customerId={scene.customerId}
          onChoose={(chosen) => setAsking({ ...asking, chosen })}
          onAdd={(modifiers) => put(asking.item, modifiers)}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}

/** How much there is to spend, and the way to pay. */
function Foot({ scene, cart, tenderId }: Omit<ChooseProps, 'onChange' | 'isCovered'>) {
  const { t } = useTranslation('pos.self-service')
  const format = useFormat()
  const till = useTill()
  const { send, faces } = useVisit()
  const { currency } = till.settings
  const { spendable } = till.account(scene.customerId)
  const { total } = till.priceCart(cart).totals
  const stop = obstacle({ total, spendable, proof: scene.proof, capMinor: faces?.settings?.capMinor })
  const paying = useMutation(() => payFromAccount(till, cart, total, tenderId, scene.proof), {
    onSuccess: (sale) => send({ type: 'paid', saleId: sale.id }),
    reasonOf: notSavedReason,
  })
  const pay = () => (stop === 'needs-pin' ? send({ type: 'needs-pin' }) : void paying.mutate())
  return (
    <div className={css.foot}>
      <dl className={css.spend}>
        <dt>{t('choose.spendable')}</dt>
        <dd>
          <Money minor={spendable} currency={currency} />
        </dd>
      </dl>
      {!till.inContact && till.snapshotAt && (
        <p className={css.soft}>{t('choose.old', { time: format.dateTime(till.snapshotAt) })}</p>
      )}
      <p className={css.over} role="alert">
        {paying.error ? t('notSaved') : stop === 'over' ? t('choose.overLimit') : ''}
      </p>
      <Button
        kind="main"
        size="large"
        data-action="pay"
        disabled={stop === 'empty' || stop === 'over'}
        isWorking={paying.isPending}
        onClick={pay}
      >
        {t('choose.pay', { amount: format.money(total, currency) })}
      </Button>
      <Button kind="quiet" onClick={() => send({ type: 'left' })}>
        {t('choose.cancel')}
      </Button>
    </div>
  )
}
