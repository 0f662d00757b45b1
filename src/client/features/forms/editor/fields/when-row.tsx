import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import type { Condition } from '#shared/forms/form-field.contract.ts'
import { conditionOf } from '../condition-rows.ts'
import { editId, useEditing } from '../edit-context.ts'
import { valueAt } from '../edit-tree.ts'
import { questionsBefore } from '../questions-before.ts'
import { ConditionEditor, firstRow } from './condition-editor.tsx'
import inputs from './inputs.module.css'

type When = 'no' | 'yes' | 'when'

/** Whether something is asked, or needed: never or always, or when other answers make it so. */
export function WhenRow({ node, member }: { node: string; member: 'showWhen' | 'required' }) {
  const { t } = useTranslation('forms.editor')
  const { form, put } = useEditing()
  const path = `${node}.${member}`
  const value = valueAt(form, path) as boolean | Condition | undefined
  const questions = questionsBefore(form, node)
  const condition = typeof value === 'object' ? value : undefined
  const choices: readonly When[] = member === 'required' ? ['no', 'yes', 'when'] : ['yes', 'when']
  const chosen: When = condition ? 'when' : member === 'showWhen' || value === true ? 'yes' : 'no'
  const choose = (when: When) => {
    if (when === 'when') put(path, conditionOf({ join: 'all', rows: [firstRow(questions)] }))
    else put(path, member === 'required' && when === 'yes' ? true : undefined)
  }
  const isAlone = questions.length === 0
  return (
    <fieldset className={inputs.group}>
      <legend className={inputs.name}>{t(`${member}.name`)}</legend>
      <select
        id={editId(path)}
        className={`${inputs.input} ${inputs.middle}`}
        aria-label={t(`${member}.name`)}
        value={chosen}
        onChange={(event) => choose(choices.find((each) => each === event.currentTarget.value) ?? 'no')}
      >
        {choices.map((each) => (
          <option key={each} value={each} disabled={each === 'when' && isAlone && !condition}>
            {member === 'required' ? t(`required.${each}`) : t(each === 'when' ? 'showWhen.when' : 'showWhen.yes')}
          </option>
        ))}
      </select>
      {isAlone && !condition && <p className={common.smallLine}>{t('condition.nothingBefore')}</p>}
      {condition && (
        <ConditionEditor path={path} condition={condition} questions={questions} onChange={(next) => put(path, next)} />
      )}
    </fieldset>
  )
}
