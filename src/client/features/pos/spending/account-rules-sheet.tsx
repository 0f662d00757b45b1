import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { AccountRuleSource } from '#shared/pos/spending/spending-edit.contract.ts'
import type { SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { AddRule } from './add-rule.tsx'
import { RuleList } from './rule-list.tsx'
import { readRulesOf, saveRulesOf } from './spending.api.ts'

interface AccountRulesSheetProps {
  customerId: CustomerId
  onClose: () => void
  onDone: () => void
}

/** What one account must not buy, and up to which amounts; by whose word. */
export function AccountRulesSheet({ customerId, onClose, onDone }: AccountRulesSheetProps) {
  const { t } = useTranslation('pos.spending')
  const errorText = useErrorText()
  const currency = useAtomValue(schoolAtom)?.currency ?? 'QAR'
  const { answer, failure } = useAnswer(useCallback(() => readRulesOf(customerId), [customerId]))
  const [source, setSource] = useState<AccountRuleSource>('parent')
  const [changed, setChanged] = useState<SpendingRule[]>()
  const { mutate, isPending, error } = useMutation(saveRulesOf, { onSuccess: onDone })
  const seen = answer?.rules ?? []
  const rules = changed ?? seen
  const save = () => {
    const own = (all: readonly SpendingRule[]) => all.filter((each) => each.source === source)
    void mutate(customerId, source, own(seen), own(rules))
  }
  return (
    <Sheet
      key="rules"
      title={t('account.title')}
      onClose={onClose}
      footer={
        <Button kind="main" isWorking={isPending} disabled={!changed} onClick={save}>
          {t('save')}
        </Button>
      }
    >
      <div className={common.stack}>
        <p>{t('account.text')}</p>
        {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
        {answer && (
          <>
            <RuleList
              rules={rules}
              foods={answer.foods}
              currency={currency}
              onRemove={(rule) => {
                setSource(AccountRuleSource.catch('school').parse(rule.source))
                setChanged(rules.filter((each) => each !== rule))
              }}
            />
            <ChoiceField
              label={t('word')}
              values={AccountRuleSource.options}
              value={source}
              disabled={changed !== undefined}
              nameOf={(each) => t(`source.${each}`)}
              onChange={setSource}
            />
            <AddRule
              source={source}
              foods={answer.foods}
              currency={currency}
              onAdd={(rule) => setChanged([...rules, rule])}
            />
          </>
        )}
        {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      </div>
    </Sheet>
  )
}
