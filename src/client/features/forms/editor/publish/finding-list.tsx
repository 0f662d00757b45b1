import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Finding } from '#shared/forms/editor/form-finding.rules.ts'
import type { Part } from '#shared/forms/form-definition.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { editId, useEditing } from '../edit-context.ts'
import { nodeOf, valueAt } from '../edit-tree.ts'
import { focusLater } from '../focus.ts'
import { useFindingText } from './findings.tsx'
import css from './publish-sheet.module.css'

/** Everything that is still to be put right, each with the way to it. */
export function FindingList({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const text = useFindingText()
  const { form, findings, select } = useEditing()
  const nameOf = (path: string) => {
    const node = valueAt(form, nodeOf(path)) as
      | { type?: Part['type']; label?: Bilingual; title?: Bilingual }
      | undefined
    const name = pick(node?.label ?? node?.title ?? { en: '', ar: '' })
    return name || (node?.type ? t('unnamed', { type: t(`type.${node.type}`) }) : t('untitled'))
  }
  const sentenceOf = (finding: Finding) => `${nameOf(finding.path)}: ${text(finding)}`
  // Ten choices without a name are one thing to do.
  const sentences = new Map(
    findings.map((finding): [string, string] => [sentenceOf(finding), finding.path]).toReversed(),
  )
  const go = (path: string) => {
    onGo()
    select(nodeOf(path))
    // The input is there once its panel is drawn, and may lie in what was folded away.
    focusLater(() => {
      const input = document.getElementById(editId(path))
      input?.closest('details')?.setAttribute('open', '')
      return input
    })
  }
  return (
    <ul className={css.list}>
      {[...sentences].toReversed().map(([sentence, path]) => (
        <li key={sentence}>
          <button type="button" className={css.link} onClick={() => go(path)}>
            {sentence}
          </button>
        </li>
      ))}
    </ul>
  )
}
