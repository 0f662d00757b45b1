import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormat } from '#client/i18n/format.ts'
import { directionOf } from '#client/i18n/direction.ts'
import { listenToTill } from '#client/platform/hardware/display-channel.ts'
import { wholeQty } from '#shared/kernel/money.ts'
import type { DisplayMessage, DisplayView } from '#shared/pos/printing/customer-display.rules.ts'
import css from './display-screen.module.css'

type Cart = Extract<DisplayView, { state: 'cart' }>
type Bought = Exclude<DisplayView, { state: 'idle' }>

/** The words of both languages, the school's own first. */
function useBoth({ language }: Pick<DisplayMessage, 'language'>) {
  const { i18n } = useTranslation('pos.hardware')
  const other = language === 'ar' ? 'en' : 'ar'
  const in_ = (lng: 'en' | 'ar') => i18n.getFixedT(lng, 'pos.hardware')
  return (key: 'total' | 'discount' | 'change' | 'welcome' | 'thanks') => (
    <>
      <span lang={language}>{in_(language)(`display.${key}`)}</span>{' '}
      <span lang={other} dir={directionOf(other)} className={css.other}>
        {in_(other)(`display.${key}`)}
      </span>
    </>
  )
}

/** What was rung up last is always in sight. */
function Lines({ cart, message, amount }: { cart: Cart; message: DisplayMessage; amount: (minor: number) => string }) {
  const languages = message.language === 'ar' ? (['ar', 'en'] as const) : (['en', 'ar'] as const)
  return (
    <ul className={css.lines}>
      {cart.lines.map((line, at) => (
        <li
          key={at}
          ref={at === cart.lines.length - 1 ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
        >
          <span className={css.pieces} dir="ltr">
            {line.qtyMilli / wholeQty} ×
          </span>
          <span className={css.item}>
            {languages.map((lng) => (
              <bdi key={lng} lang={lng}>
                {line.name[lng]}
              </bdi>
            ))}
          </span>
          <bdi dir="ltr">{amount(line.amount)}</bdi>
        </li>
      ))}
    </ul>
  )
}

function Sums({ view, message, amount }: { view: Bought; message: DisplayMessage; amount: (minor: number) => string }) {
  const both = useBoth(message)
  return (
    <dl className={css.sums}>
      {view.state === 'cart' && view.discount !== 0 && (
        <div>
          <dt>{both('discount')}</dt>
          <dd dir="ltr">{amount(view.discount)}</dd>
        </div>
      )}
      <div className={css.total}>
        <dt>{both('total')}</dt>
        <dd dir="ltr">
          {message.currency} {amount(view.total)}
        </dd>
      </div>
      {view.state === 'paid' && view.change !== 0 && (
        <div className={css.change}>
          <dt>{both('change')}</dt>
          <dd dir="ltr">{amount(view.change)}</dd>
        </div>
      )}
    </dl>
  )
}

function Shown({ message }: { message: DisplayMessage }) {
  const both = useBoth(message)
  const { view, school, language, timeZone, currency } = message
  const format = useMemo(() => createFormat(language, timeZone, currency), [language, timeZone, currency])
  const amount = (minor: number) => format.amount(minor)
  return (
    <>
      <header className={css.school}>
        <bdi lang={language}>{school[language]}</bdi>
      </header>
      {view.state === 'cart' && <Lines cart={view} message={message} amount={amount} />}
      {view.state !== 'cart' && <p className={css.greeting}>{both(view.state === 'idle' ? 'welcome' : 'thanks')}</p>}
      {view.state !== 'idle' && <Sums view={view} message={message} amount={amount} />}
    </>
  )
}

/** The second screen: what the till of this device sends, and nothing that it would have to ask for. */
export function DisplayScreen() {
  const { t } = useTranslation('pos.hardware')
  const [message, setMessage] = useState<DisplayMessage | null>(null)
  useEffect(() => listenToTill(setMessage), [])
  return (
    <div className={css.screen} dir={directionOf(message?.language ?? 'en')} data-display={message?.view.state ?? ''}>
      <h1 className="visually-hidden">{t('display.title')}</h1>
      {message && <Shown message={message} />}
    </div>
  )
}
