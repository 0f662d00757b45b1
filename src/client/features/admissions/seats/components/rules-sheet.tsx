import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { useRuleText } from '../hooks/use-rule-text.ts'
import { type EffectiveRules, readRules, saveRules } from '../rules.api.ts'
import { differing, draftOfRules, type RuleName, ruleNames, rulesOf } from '../rules-draft.ts'
import { RuleFields } from './rule-fields.tsx'
import css from './rules-sheet.module.css'

/** By which rules this school offers seats: read by all who see students, set by the person who may. */
export function RulesSheet({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  const may = useRights()
  const { answer, failure, again } = useAnswer(readRules)
  return (
    <Sheet title={t('rules.title')} size="wide" onClose={onClose}>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && may('admission.rules') && <RulesForm standing={answer} again={again} onSaved={onSaved} />}
      {answer && !may('admission.rules') && <RuleList rules={answer.rules} names={ruleNames} forms={answer.forms} />}
    </Sheet>
  )
}

interface RuleListProps {
  rules: AdmissionRules
  names: readonly RuleName[]
  forms: EffectiveRules['forms']
}

function RuleList({ rules, names, forms }: RuleListProps) {
  const { t } = useTranslation('admissions')
  const ruleText = useRuleText(forms)
  return (
    <dl className={css.list}>
      {names.map((name) => (
        <div key={name}>
          <dt>{t(`rules.${name}`)}</dt>
          <dd>{ruleText(rules, name)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface RulesFormProps {
  /** As they stand now; newer than what the form began with where somebody was faster. */
  standing: EffectiveRules
  again: () => void
  onSaved: () => void
}

/** The rules as they are typed, the revision they go on from, and the way to save them. */
function useRulesDraft({ standing, again, onSaved }: RulesFormProps) {
  const [seen, setSeen] = useState(standing)
  const [draft, setDraft] = useState(() => draftOfRules(standing.rules))
  const [wrong, setWrong] = useState<readonly RuleName[]>([])
  const [isSaved, setIsSaved] = useState(false)
  const { mutate, isPending, error, reset } = useMutation(
    (rules: AdmissionRules, revision: number) => saveRules({ rules, revision }),
    {
      onSuccess: (saved) => {
        setSeen(saved)
        setDraft(draftOfRules(saved.rules))
        setIsSaved(true)
        onSaved()
      },
      onSettled: again,
    },
  )
  const asked = rulesOf(draft)
  const isChanged = 'wrong' in asked || differing(asked.rules, seen.rules).length > 0
  const isClash = error === 'rules.changed' && standing.revision !== seen.revision
  useBusy(isChanged)
  const send = (revision: number) => {
    setWrong('wrong' in asked ? asked.wrong : [])
    if ('wrong' in asked) return
    setIsSaved(false)
    void mutate(asked.rules, revision)
  }
  const takeTheirs = () => {
    setSeen(standing)
    setDraft(draftOfRules(standing.rules))
    setIsSaved(false)
    reset()
  }
  return {
    draft,
    change: (more: Partial<typeof draft>) => setDraft({ ...draft, ...more }),
    wrong,
    mine: 'rules' in asked ? asked.rules : undefined,
    isChanged,
    isClash,
    isSaved,
    isPending,
    error,
    send: () => {
      if (isChanged) send(isClash ? standing.revision : seen.revision)
    },
    takeTheirs,
  }
}

function RulesForm(props: RulesFormProps) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  const { standing } = props
  const { draft, change, wrong, mine, isChanged, isClash, isSaved, isPending, error, ...rules } = useRulesDraft(props)
  return (
    <form
      noValidate
      aria-label={t('rules.title')}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        rules.send()
      }}
    >
      <RuleFields draft={draft} wrong={wrong} forms={standing.forms} onChange={change} />
      {isClash && mine && <Conflict mine={mine} theirs={standing} onTheirs={rules.takeTheirs} />}
      {error && !isClash && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <InlineNotice tone="success">{isSaved && !isChanged && t('rules.saved')}</InlineNotice>
      <Button type="submit" kind="main" isWorking={isPending} disabled={!isChanged}>
        {t(isClash ? 'rules.insist' : 'rules.save')}
      </Button>
    </form>
  )
}

interface ConflictProps {
  mine: AdmissionRules
  theirs: EffectiveRules
  onTheirs: () => void
}

/** Somebody was faster: what differs, side by side. Nothing is overwritten unseen, nothing typed is lost. */
function Conflict({ mine, theirs, onTheirs }: ConflictProps) {
  const { t } = useTranslation('admissions')
  const { forms } = theirs
  const names = differing(mine, theirs.rules)
  return (
    <InlineNotice tone="warning" isBoxed role="alert">
      <strong>{t('rules.clash')}</strong>
      <div className={common.sides}>
        <section aria-label={t('rules.mine')}>
          <h3>{t('rules.mine')}</h3>
          <RuleList rules={mine} names={names} forms={forms} />
        </section>
        <section aria-label={t('rules.theirs')}>
          <h3>{t('rules.theirs')}</h3>
          <RuleList rules={theirs.rules} names={names} forms={forms} />
        </section>
      </div>
      <Button onClick={onTheirs}>{t('rules.takeTheirs')}</Button>
    </InlineNotice>
  )
}
