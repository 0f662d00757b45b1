import { useTranslation } from 'react-i18next'
import css from '#client/features/school/settings/settings.module.css'
import { useFormat } from '#client/i18n/format.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { Currency } from '#shared/kernel/money.ts'
import { TillLimit } from '#shared/pos/approvals/till-limit.contract.ts'
import type { SettableAct } from '#shared/pos/approvals/till-limit-set.contract.ts'
import type { Limit } from '#shared/pos/approvals/usual-limits.ts'
import { boundsOf, isUnbounded, type LimitDraft, newLimit, unitOf } from './limits-draft.ts'

interface RowProps {
  act: SettableAct
  /** Id of the first field, so that a summary leads to it. */
  id: string
  limit: LimitDraft | undefined
  /** What counts without an own limit; undefined for what is allowed then, and for a person or a till, who have that of the role. */
  usual: Limit | undefined
  isOfRole: boolean
  currency: Currency
  wrong: readonly ('each' | 'shift')[]
  onChange: (limit: LimitDraft | undefined) => void
}

const rules = ['usual', 'own', 'forbidden'] as const

/** Another person approves these whatever is set, or nothing of them is measured: they can be forbidden, and have no bound. */
const withoutBound: ReadonlySet<SettableAct> = new Set(['refund-without-receipt', 'see-balance'])

/** The limit of one act. */
export function LimitRow({ act, id, limit, usual, isOfRole, currency, wrong, onChange }: RowProps) {
  const { t } = useTranslation('pos.limits')
  const words = useUsualWords({ act, usual, isOfRole, currency })
  const isOpen = limit !== undefined && isUnbounded(act, limit, usual)
  const choose = (rule: (typeof rules)[number]) => {
    if (rule === 'usual') onChange(undefined)
    else {
      const isTyped = limit && (limit.each !== '' || limit.shift !== '')
      onChange({ ...(isTyped ? limit : newLimit(act, usual, currency)), rule })
    }
  }
  return (
    <div className={css.row} role="group" aria-label={t(`act.${act}`)}>
      <div className={css.pair}>
        <ChoiceField
          label={t(`act.${act}`)}
          hint={limit ? undefined : words}
          values={rules.filter((rule) => rule !== 'own' || limit?.rule === 'own' || !withoutBound.has(act))}
          value={limit?.rule ?? 'usual'}
          nameOf={(rule) => t(rule === 'usual' ? (isOfRole ? 'rule.usual' : 'rule.none') : `rule.${rule}`)}
          onChange={choose}
        />
        {limit?.rule === 'own' && (
          <ChoiceField
            label={t('offline.label')}
            values={TillLimit.shape.offline.options}
            value={limit.offline}
            nameOf={(offline) => t(`offline.${offline}`)}
            onChange={(offline) => onChange({ ...limit, offline })}
          />
        )}
      </div>
      {limit?.rule === 'own' && (
        <div className={css.pair}>
          {boundsOf(act).map((which) => (
            <TextField
              key={which}
              id={`${id}-${which}`}
              label={t(`bound.${which}`, { unit: t(`unit.${unitOf(act) ?? 'count'}`, { currency }) })}
              hint={t('bound.hint')}
              error={wrong.includes(which) ? t('bound.wrong') : undefined}
              inputMode="decimal"
              dir="ltr"
              maxLength={20}
              value={limit[which]}
              onChange={(typed) => onChange({ ...limit, [which]: typed })}
            />
          ))}
        </div>
      )}
      {isOpen && <InlineNotice tone="warning">{t('bound.open')}</InlineNotice>}
    </div>
  )
}

/** Says in words what the usual limit of an act is. */
function useUsualWords({ act, usual, isOfRole, currency }: Pick<RowProps, 'act' | 'usual' | 'isOfRole' | 'currency'>) {
  const { t } = useTranslation('pos.limits')
  const format = useFormat()
  if (!isOfRole) return t('usual.asRole')
  if (!usual) return t('usual.shown')
  const { each, shift, offline } = usual
  const unit = unitOf(act)
  const written = (bound: number) => {
    if (unit === 'money') return format.money(bound, currency)
    return unit === 'share' ? format.percent(bound) : t('usual.times', { count: bound })
  }
  if (each === 0) return t('usual.asked')
  const parts = [
    each !== null && t('usual.each', { bound: written(each) }),
    shift !== null && t('usual.shift', { bound: written(shift) }),
    offline === 'half' && t('usual.half'),
  ].filter((part) => part !== false)
  return parts.length === 0 ? t('usual.free') : parts.join(' ')
}
