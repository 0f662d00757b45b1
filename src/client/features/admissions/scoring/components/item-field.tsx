// chunk: students
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import type { ScoringItem } from '#shared/admissions/scoring.contract.ts'

/** What was typed, by the codes of the items. */
export type Given = Record<string, string>

/** What is sent of what was typed. */
export function scoresOf(items: readonly ScoringItem[], given: Given): Record<string, number | boolean | string> {
  const scores: Record<string, number | boolean | string> = {}
  for (const { code, answer } of items) {
    const text = given[code] ?? ''
    if (text !== '')
      scores[code] = answer.kind === 'score' ? Number(text) : answer.kind === 'yes-no' ? text === 'yes' : text
  }
  return scores
}

interface ItemProps {
  item: ScoringItem
  value: string
  onChange: (value: string) => void
}

/** One item, answered as an assessor does. */
export function ItemField({ item: { label, answer, weight, required }, value, onChange }: ItemProps) {
  const { t } = useTranslation('admissions.scoring')
  const pick = useBilingual()
  const choices =
    answer.kind === 'score'
      ? Array.from({ length: answer.top + 1 }, (_, points) => [String(points), String(points)] as const)
      : answer.kind === 'yes-no'
        ? ([
            ['yes', t('yes')],
            ['no', t('no')],
          ] as const)
        : answer.bands.map(({ code, label: word }) => [code, pick(word)] as const)
  const of = answer.kind === 'score' ? ` ${t('outOf', { top: answer.top })}` : ''
  return (
    <SelectField
      label={
        <span>
          <bdi>{pick(label)}</bdi>
          {of}{' '}
          <span className={common.softPart}>
            {t('weight', { weight })}
            {!required && ` · ${t('optional')}`}
          </span>
        </span>
      }
      required={required}
      value={value}
      onChange={onChange}
    >
      <option value="">{t('choose')}</option>
      {choices.map(([code, word]) => (
        <option key={code} value={code}>
          {word}
        </option>
      ))}
    </SelectField>
  )
}
