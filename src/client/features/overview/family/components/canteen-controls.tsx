// chunk: family
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { parseDecimalText } from '#shared/kernel/money.ts'
import type { CanteenAccount, CanteenLimits, FamilyCanteen } from '#shared/overview/family/family-canteen.contract.ts'
import type { FamilyChild } from '#shared/overview/family/family-home.contract.ts'
import { useChildName } from '../use-child-name.ts'
import css from './canteen.module.css'
import { DietChoice } from './diet-choice.tsx'
import shared from './family.module.css'

const FoodChoice = lazy(async () => ({ default: (await import('./food-choice.tsx')).FoodChoice }))

const load = () => import('../family.api.ts')

interface ControlsProps {
  child: FamilyChild
  account: CanteenAccount
  setCanteen: (canteen: FamilyCanteen) => void
}

/** What a guardian may change of a meal account: how much a day, what is eaten, and the card when it is lost. */
export function CanteenControls(props: ControlsProps) {
  const { account } = props
  const { t } = useTranslation('overview.family')
  const [edits, setEdits] = useState(false)
  return (
    <>
      <h3 className={shared.sub}>{t('canteen.limits.title')}</h3>
      {edits ? (
        <LimitsForm {...props} close={() => setEdits(false)} />
      ) : (
        <LimitsShown {...props} edit={() => setEdits(true)} />
      )}
      <Suspense fallback={null}>
        <FoodChoice child={props.child} />
      </Suspense>
      {account.allergens.length > 0 && (
        <p className={css.soft}>
          {t('canteen.allergens', {
            list: account.allergens.map((each) => t(`allergen.${each}`)).join(t('comma')),
          })}{' '}
          {t('canteen.allergensHint')}
        </p>
      )}
      <h3 className={shared.sub}>{t('canteen.card.title')}</h3>
      <Card {...props} />
    </>
  )
}

function LimitsShown({ account, edit }: ControlsProps & { edit: () => void }) {
  const { t } = useTranslation('overview.family')
  const format = useFormat()
  const { schoolLimit } = account
  const { dailyLimit, diet } = account.limits
  const limit = [dailyLimit, schoolLimit].flatMap((each) => each ?? []).toSorted((a, b) => a - b)[0]
  const money = (minor: number) => format.money(minor, account.currency)
  return (
    <div className={shared.row}>
      <span>
        {limit === undefined
          ? t('canteen.spent', { amount: money(account.spentToday) })
          : t('canteen.ofLimit', { amount: money(account.spentToday), limit: money(limit) })}
        <small>
          {[
            limit === undefined ? t('canteen.limits.none') : '',
            schoolLimit === null ? '' : t('canteen.limits.school', { limit: money(schoolLimit) }),
            ...diet.map((each) => t(`canteen.limits.food.${each}`)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <button type="button" className={shared.button} onClick={edit}>
        {t('canteen.limits.open')}
      </button>
    </div>
  )
}

function LimitsForm({ child, account, setCanteen, close }: ControlsProps & { close: () => void }) {
  const { t } = useTranslation('overview.family')
  const errorText = useErrorText()
  const format = useFormat()
  const { first } = useChildName()
  const { limits: seen, currency } = account
  const [typed, setTyped] = useState(seen.dailyLimit === null ? '' : format.amount(seen.dailyLimit, currency))
  const [diet, setDiet] = useState<CanteenLimits['diet']>(seen.diet)
  const [isWrong, setWrong] = useState(false)
  const { mutate, isPending, error } = useMutation(
    async (limits: CanteenLimits) =>
      (await load()).saveLimits({ student_id: child.studentId, limitsSeen: seen, limits }),
    {
      onSuccess: (canteen) => {
        setCanteen(canteen)
        close()
      },
    },
  )
  const save = (event: FormEvent) => {
    event.preventDefault()
    const dailyLimit = typed.trim() === '' ? null : parseDecimalText(typed, currency)
    setWrong(dailyLimit === undefined)
    if (dailyLimit !== undefined) void mutate({ dailyLimit, diet })
  }
  return (
    <form className={css.form} onSubmit={save} noValidate>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <label className={css.field}>
        <span>{`${t('canteen.limits.day')} (${format.currencyName(currency)})`}</span>
        <input
          inputMode="decimal"
          dir="ltr"
          value={typed}
          maxLength={12}
          aria-invalid={isWrong}
          aria-describedby="limit-hint"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <small id="limit-hint" data-wrong={isWrong || undefined}>
          {t(isWrong ? 'canteen.limits.amount' : 'canteen.limits.hint')}
        </small>
      </label>
      <DietChoice legend={t('canteen.limits.diet', { name: first(child) })} diet={diet} onChange={setDiet} />
      <div className={shared.buttons}>
        <button type="submit" className={shared.button} data-primary aria-busy={isPending}>
          {t('canteen.limits.save')}
        </button>
        <button type="button" className={shared.button} onClick={close}>
          {t('canteen.limits.cancel')}
        </button>
      </div>
    </form>
  )
}

function Card({ child, account, setCanteen }: ControlsProps) {
  const { t } = useTranslation('overview.family')
  const errorText = useErrorText()
  const { first } = useChildName()
  const [asks, setAsks] = useState(false)
  const { mutate, isPending, error } = useMutation(async () => (await load()).reportCardLost(child.studentId), {
    onSuccess: (canteen) => {
      setCanteen(canteen)
      setAsks(false)
    },
  })
  return (
    <>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <div className={shared.row}>
        <span className={shared.state} data-state={account.card === 'stopped' ? 'missing' : undefined}>
          {t(`canteen.card.${account.card}`)}
        </span>
        {account.card === 'in-use' && !asks && (
          <button type="button" className={shared.button} data-danger onClick={() => setAsks(true)}>
            {t('canteen.card.lost')}
          </button>
        )}
      </div>
      {asks && (
        <div className={css.ask} role="group" aria-label={t('canteen.card.sure', { name: first(child) })}>
          <b>{t('canteen.card.sure', { name: first(child) })}</b>
          <p>{t('canteen.card.text')}</p>
          <div className={shared.buttons}>
            <button
              type="button"
              className={shared.button}
              data-danger
              aria-busy={isPending}
              onClick={() => void mutate()}
            >
              {t('canteen.card.stop')}
            </button>
            <button type="button" className={shared.button} onClick={() => setAsks(false)}>
              {t('canteen.card.keep')}
            </button>
          </div>
        </div>
      )}
    </>
  )
}
