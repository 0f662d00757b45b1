import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import type { Repeat } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { answerKey } from '../answer-key.ts'
import { editId, useEditing } from '../edit-context.ts'
import { freeKey, keyFrom, keysBeside, renameKey } from '../edit-keys.ts'
import { putAt } from '../edit-tree.ts'
import { NodeHead } from '../outline/node-head.tsx'
import css from '../outline/node-panel.module.css'
import { FindingLines } from '../publish/findings.tsx'
import inputs from './inputs.module.css'
import { BothInput, CheckRow, NumberRow, SelectRow } from './inputs.tsx'
import { TypeFields } from './type-fields.tsx'
import { WhenRow } from './when-row.tsx'

/** Whether answers may be kept under the key of this place already. */
const useIsKept = (node: string): boolean => {
  const { form, history } = useEditing()
  return Object.hasOwn(history.types, answerKey(form, node))
}

/** The name of a question. Its key follows the English one, until answers are kept under it or somebody has chosen one. */
function LabelRow({ node, part }: { node: string; part: Field | Repeat }) {
  const { t } = useTranslation('forms.editor')
  const { form, put } = useEditing()
  const isKept = useIsKept(node)
  const write = (label: Bilingual) => {
    const taken = keysBeside(form, node)
    const follows =
      !isKept &&
      (/^(question|block)(_\d+)?$/.test(part.key) || part.key === freeKey(keyFrom(part.label.en), taken, part.key))
    const wanted = keyFrom(label.en)
    const renamed = follows && wanted ? renameKey(form, node, freeKey(wanted, taken, part.key)) : form
    // As one step of typing, whatever it renames along the way.
    put('', putAt(renamed, `${node}.label`, label), `${node}.label`)
  }
  return <BothInput path={`${node}.label`} name={t('label.name')} help={t('label.help')} onWrite={write} />
}

function KeyRow({ node, part }: { node: string; part: Field | Repeat }) {
  const { t } = useTranslation('forms.editor')
  const { form, put } = useEditing()
  const isKept = useIsKept(node)
  const path = `${node}.key`
  return (
    <div className={inputs.group}>
      <label className={inputs.name} htmlFor={editId(path)}>
        {t('key.name')}
      </label>
      <p className={common.smallLine}>{t(isKept ? 'key.kept' : 'key.help')}</p>
      <input
        id={editId(path)}
        className={`${inputs.input} ${inputs.middle}`}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        readOnly={isKept}
        value={part.key}
        onChange={(event) => put('', renameKey(form, node, event.currentTarget.value), path)}
      />
      <FindingLines path={path} />
    </div>
  )
}

const sensitivities = ['S0', 'S1', 'S2', 'S3'] as const

/** One question: its words, what may be answered, when it is asked and who sees it. */
export function FieldPanel({ node, field }: { node: string; field: Field }) {
  const { t } = useTranslation('forms.editor')
  const { form, change, put } = useEditing()
  return (
    <div className={css.panel}>
      <NodeHead node={node} title={t(`type.${field.type}`)} />
      <LabelRow node={node} part={field} />
      <BothInput path={`${node}.help`} name={t('help.name')} isOptional />
      <TypeFields node={node} field={field} />
      <WhenRow node={node} member="required" />
      <WhenRow node={node} member="showWhen" />
      <details className={css.more} open={field.isOfficeOnly || undefined}>
        <summary>{t('more')}</summary>
        <div>
          <SelectRow
            path={`${node}.sensitivity`}
            name={t('sensitivity.name')}
            help={t('sensitivity.help')}
            value={field.sensitivity ?? 'S0'}
            choices={sensitivities.map((each) => [each, t(`sensitivity.${each}`)])}
            onChoose={(value) => change(putAt(form, `${node}.sensitivity`, value))}
          />
          <CheckRow
            name={t('office.name')}
            help={t('office.help')}
            isOn={field.isOfficeOnly === true}
            onTurn={(isOn) => put(`${node}.isOfficeOnly`, isOn || undefined)}
          />
          <KeyRow node={node} part={field} />
        </div>
      </details>
    </div>
  )
}

/** A block of questions that is filled in once per child, guardian, school. */
export function BlockPanel({ node, block }: { node: string; block: Repeat }) {
  const { t } = useTranslation('forms.editor')
  const { put } = useEditing()
  return (
    <div className={css.panel}>
      <NodeHead node={node} title={t('type.repeat')} />
      <LabelRow node={node} part={block} />
      <BothInput path={`${node}.itemLabel`} name={t('block.item')} help={t('block.itemHelp')} />
      <div className={inputs.row}>
        <NumberRow path={`${node}.min`} name={t('block.min')} empty={0} />
        <NumberRow path={`${node}.max`} name={t('block.max')} empty={1} />
      </div>
      <FindingLines path={`${node}.fields`} />
      <WhenRow node={node} member="showWhen" />
      <details className={css.more}>
        <summary>{t('more')}</summary>
        <div>
          <CheckRow
            name={t('office.name')}
            help={t('office.help')}
            isOn={block.isOfficeOnly === true}
            onTurn={(isOn) => put(`${node}.isOfficeOnly`, isOn || undefined)}
          />
          <KeyRow node={node} part={block} />
        </div>
      </details>
    </div>
  )
}
