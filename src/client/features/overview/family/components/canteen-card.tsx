// chunk: family
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useNow } from '#client/platform/use-now.ts'
import type { CanteenAccount, CanteenLine, FamilyCanteen } from '#shared/overview/family/family-canteen.contract.ts'
import type { FamilyChild } from '#shared/overview/family/family-home.contract.ts'
import type { FamilyAnswers } from '../use-family.ts'
import { CanteenControls } from './canteen-controls.tsx'
import css from './canteen.module.css'
import { negate } from '#shared/kernel/money.ts'
import { MealIcon } from './family-icons.tsx'

const TopUpForm = lazy(async () => ({ default: (await import('./top-up-form.tsx')).TopUpForm }))

interface CanteenProps {
  child: FamilyChild
  canteen: FamilyCanteen | undefined
  family: FamilyAnswers
  /** The latest purchase and the balance alone. */
  isShort?: boolean
}

/** The meal account of a child: what it bought last, what is left and how old that is, and the ways to change it. */
export function CanteenCard({ child, canteen, family, isShort = false }: CanteenProps) {
  const { t } = useTranslation('overview.family')
  const account = canteen?.accounts.find(({ studentId }) => studentId === child.studentId)
  if (!child.hasCanteen) return null
  if (!canteen || !account) return <div className={css.wait} aria-busy="true" />
  const lines = isShort ? account.lines.filter(({ kind }) => kind === 'sale').slice(0, 1) : account.lines
  return (
    <>
      <div className={css.lines}>
        {lines.map((line) => (
          <Line key={line.id} line={line} account={account} />
        ))}
        {lines.length === 0 && <p className={css.soft}>{t(account.isOpen ? 'canteen.nothing' : 'canteen.notYet')}</p>}
      </div>
      <Balance account={account} canteen={canteen} />
      {!isShort && <CanteenControls child={child} account={account} setCanteen={family.setCanteen} />}
    </>
  )
}

function Line({ line: { kind, at, amount, items }, account }: { line: CanteenLine; account: CanteenAccount }) {
  const { t } = useTranslation('overview.family')
  const pick = useBilingual()
  const format = useFormat()
  const nowMs = useNow(60_000)
  const [first, ...others] = items.map(({ name, count }) => (count > 1 ? `${count} × ${pick(name)}` : pick(name)))
  const isToday = format.day(at) === format.day(nowMs)
  return (
    <div className={css.line}>
      <span className={css.picture}>
        <MealIcon size={26} />
      </span>
      <span className={css.words}>
        <b>{kind === 'sale' && first ? first : t(`canteen.kind.${kind}`)}</b>
        {kind === 'sale' && others.length > 0 && <small>{others.join(' · ')}</small>}
        <small>{isToday ? t('canteen.today', { time: format.time(at) }) : format.dateTime(at)}</small>
      </span>
      <bdi className={css.amount} data-in={amount > 0 || undefined}>
        {amount > 0 ? '+' : ''}
        {format.money(kind === 'sale' ? negate(amount) : amount, account.currency)}
      </bdi>
    </div>
  )
}

/** A balance says how old it is; where a till is silent, which one, since what it sold may be missing. */
function Balance({ account, canteen }: { account: CanteenAccount; canteen: FamilyCanteen }) {
  const { t } = useTranslation('overview.family')
  const pick = useBilingual()
  const format = useFormat()
  const nowMs = useNow(15_000)
  const [shows, setShows] = useState(false)
  const [silent] = canteen.silentTills
  const isNow = nowMs - Date.parse(canteen.at) < 60_000
  return (
    <div className={css.balance}>
      <small>{t('canteen.balance')}</small>
      <strong data-negative={account.balance < 0 || undefined}>
        <bdi>{format.money(account.balance, account.currency)}</bdi>
      </strong>
      <small className={css.age} data-old={silent !== undefined || undefined}>
        {silent
          ? t('canteen.silent', { till: pick(silent.name), time: format.time(silent.heardAt) })
          : isNow
            ? t('age.now')
            : t('age.updated', { ago: format.ago(canteen.at, nowMs) })}
      </small>
      <button type="button" className={css.top} aria-expanded={shows} onClick={() => setShows(!shows)}>
        {t('canteen.topUp')}
      </button>
      {shows && (
        <div className={css.ways}>
          {canteen.takesTopUps && (
            <Suspense fallback={null}>
              <TopUpForm account={account} limits={canteen.topUps} />
            </Suspense>
          )}
          <b>{t('canteen.ways.title')}</b>
          <ul>
            <li>{t('canteen.ways.till')}</li>
            <li>{t('canteen.ways.bank', { number: account.number })}</li>
          </ul>
        </div>
      )}
    </div>
  )
}
