import { useTranslation } from 'react-i18next'
import { useEditing } from '../edit-context.ts'
import { valueAt } from '../edit-tree.ts'
import { BothInput, CheckRow } from '../fields/inputs.tsx'
import { WhenRow } from '../fields/when-row.tsx'
import { FindingLines } from '../publish/findings.tsx'
import { NodeHead } from './node-head.tsx'
import css from './node-panel.module.css'

export function PagePanel({ node }: { node: string }) {
  const { t } = useTranslation('forms.editor')
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
  const { t } = useTranslation('forms.editor')
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
