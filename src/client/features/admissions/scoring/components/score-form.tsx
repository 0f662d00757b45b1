import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { TextAreaField, TextField } from '#client/ui/fields/text-field.tsx'
import type { StudentScoring } from '#shared/admissions/assessment.contract.ts'
import type { ScoringItem, ScoringSet } from '#shared/admissions/scoring.contract.ts'
import { itemsFor, type Recommendation } from '#shared/admissions/scoring.rules.ts'
import { submit } from '../scoring.api.ts'
import { type Given, ItemField, scoresOf } from './item-field.tsx'
import { RecommendationField } from './moderate-form.tsx'
import css from './scoring.module.css'

/** What is sent of the notes: nothing of what is blank. */
const evidenceOf = (items: readonly ScoringItem[], typed: Given): Record<string, string> =>
  Object.fromEntries(
    items.flatMap(({ code }) => {
      const text = typed[code]?.trim() ?? ''
      return text === '' ? [] : [[code, text] as const]
    }),
  )

interface EvidenceProps {
  item: ScoringItem
  text: string
  onChange: (text: string) => void
}

/** What one item's answer rests on, for the person who wants to say it. */
function EvidenceField({ item, text, onChange }: EvidenceProps) {
  const { t } = useTranslation('admissions.scoring')
  const pick = useBilingual()
  return (
    <details className={css.more}>
      <summary>
        {t('evidence')}
        <span className="visually-hidden">
          {': '}
          {pick(item.label)}
        </span>
      </summary>
      <textarea
        dir="auto"
        rows={2}
        maxLength={500}
        aria-label={`${t('evidence')}: ${pick(item.label)}`}
        className={css.evidence}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </details>
  )
}

interface FormProps {
  seen: StudentScoring
  set: ScoringSet
  onDone: (seen: StudentScoring) => void
  onStale: () => void
}

/** One's own assessment. What was typed stays until it is handed in, whatever the server says. */
export function ScoreForm({ seen, set, onDone, onStale }: FormProps) {
  const { t } = useTranslation('admissions.scoring')
  const errorText = useErrorText()
  const { user } = useAtomValue(sessionAtom)
  const items = itemsFor(set.body.items, user?.authority ?? [])
  const [given, setGiven] = useState<Given>({})
  const [evidence, setEvidence] = useState<Given>({})
  const [unmet, setUnmet] = useState<readonly string[]>([])
  const [recommendation, setRecommendation] = useState<Recommendation>('admit')
  const [said, setSaid] = useState({ conditions: '', note: '' })
  const { mutate, error, isPending } = useCommand(
    (assessment: Omit<Parameters<typeof submit>[0], 'commandId'>, commandId) => submit({ ...assessment, commandId }),
    { onSuccess: onDone },
  )
  useBusy(Object.keys(given).length + Object.keys(evidence).length > 0)
  const send = () => {
    const found = {
      scores: scoresOf(items, given),
      evidence: evidenceOf(items, evidence),
      unmet: [...unmet],
      recommendation,
      ...said,
    }
    void mutate({ student_id: seen.student_id, setId: set.id, ...found })
  }
  return (
    <form
      className={css.form}
      aria-label={t('mine')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h2>{t('mine')}</h2>
      <Items items={items} given={given} evidence={evidence} onGiven={setGiven} onEvidence={setEvidence} />
      <RuleChecks set={set} unmet={unmet} onChange={setUnmet} />
      <RecommendationField value={recommendation} onChange={setRecommendation} />
      <SaidFields said={said} onSaid={setSaid} />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <div className={common.row}>
        <Button type="submit" kind="main" isWorking={isPending}>
          {t('handIn')}
        </Button>
        {error === 'scoring.changed' && <Button onClick={onStale}>{t('lookAgain')}</Button>}
      </div>
      <p className={common.softPart}>{t('final')}</p>
    </form>
  )
}

interface ItemsProps {
  items: readonly ScoringItem[]
  given: Given
  /** What single items rest on, as it is typed. */
  evidence: Given
  onGiven: (given: Given) => void
  onEvidence: (evidence: Given) => void
}

function Items({ items, given, evidence, onGiven, onEvidence }: ItemsProps) {
  return items.map((item) => (
    <div key={item.code}>
      <ItemField
        item={item}
        value={given[item.code] ?? ''}
        onChange={(value) => onGiven({ ...given, [item.code]: value })}
      />
      <EvidenceField
        item={item}
        text={evidence[item.code] ?? ''}
        onChange={(text) => onEvidence({ ...evidence, [item.code]: text })}
      />
    </div>
  ))
}

interface RulesProps {
  set: ScoringSet
  /** Codes of the rules that are not met. */
  unmet: readonly string[]
  onChange: (unmet: readonly string[]) => void
}

function RuleChecks({ set, unmet, onChange }: RulesProps) {
  const pick = useBilingual()
  return set.body.rules.map(({ code, label }) => (
    <CheckboxField
      key={code}
      label={<bdi>{pick(label)}</bdi>}
      checked={!unmet.includes(code)}
      onChange={(isChecked) => onChange(isChecked ? unmet.filter((each) => each !== code) : [...unmet, code])}
    />
  ))
}

interface SaidProps {
  said: { conditions: string; note: string }
  onSaid: (said: SaidProps['said']) => void
}

function SaidFields({ said, onSaid }: SaidProps) {
  const { t } = useTranslation('admissions.scoring')
  return (
    <>
      <TextField
        label={t('conditions')}
        maxLength={1000}
        value={said.conditions}
        onChange={(typed) => onSaid({ ...said, conditions: typed })}
      />
      <TextAreaField
        label={t('note')}
        rows={3}
        maxLength={2000}
        value={said.note}
        onChange={(typed) => onSaid({ ...said, note: typed })}
      />
    </>
  )
}
