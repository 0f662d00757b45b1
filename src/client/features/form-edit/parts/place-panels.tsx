import { useTranslation } from 'react-i18next'
import { useEditing } from '../edit-context.ts'
import { valueAt } from '../edit-tree.ts'
import { FindingLines } from './findings.tsx'
import { BothInput, CheckRow } from './inputs.tsx'
import { NodeHead } from './node-head.tsx'
import css from './node-panel.module.css'
import { WhenRow } from './when-row.tsx'

export function PagePanel({ node }: { node: string }) {
  const { t } = useTranslation('form-edit')
  return (
    <div className={css.panel}>
      <NodeHead node={node} title={t('kind.page')} />
      <BothInput path={`${node}.title`} name={t('page.title')} help={t('page.help')} />
      <FindingLines path={`${node}.sections`} />
      <FindingLines path={`${node}.key`} />
    </div>
  )
}

export function SectionPanel({ node }: { node: string }) {
  const { t } = useTranslation('form-edit')
  const { form, put } = useEditing()
  return (
    <div className={css.panel}>
      <NodeHead node={node} title={t('kind.section')} />
      <FindingLines path={`${node}.parts`} />
      <FindingLines path={`${node}.key`} />
      <BothInput path={`${node}.title`} name={t('section.title')} isOptional />
      <BothInput path={`${node}.lead`} name={t('section.lead')} isLong isOptional />
      <WhenRow node={node} member="showWhen" />
      <CheckRow
        name={t('section.ofFamily')}
        help={t('section.ofFamilyHelp')}
        isOn={valueAt(form, `${node}.isOfFamily`) === true}
        onTurn={(isOn) => put(`${node}.isOfFamily`, isOn || undefined)}
      />
    </div>
  )
}
