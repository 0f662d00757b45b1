import { useTranslation } from 'react-i18next'
import type { Finding } from '#shared/forms/editor/form-finding.rules.ts'
import { editId, useEditing } from '../edit-context.ts'
import css from '../fields/inputs.module.css'

/** What is wrong, in words. */
export function useFindingText(): (finding: Finding) => string {
  const { t } = useTranslation('forms.editor')
  return ({ path, code, limit }) => {
    if (code === 'text-missing') return t(path.endsWith('.ar') ? 'missing.ar' : 'missing.en')
    return t(`finding.${code}`, { limit: limit ?? 0 })
  }
}

/** What nobody has written yet is nothing that somebody did wrong. */
export const isMissing = ({ code }: Finding): boolean => code === 'text-missing'

/** What is wrong at a place; with `isDeep`, also with what is in it. */
export function useFindingsAt(path: string, isDeep = false): Finding[] {
  const { findings } = useEditing()
  return findings.filter((each) => each.path === path || (isDeep && each.path.startsWith(`${path}.`)))
}

export const findingId = (path: string): string => `${editId(path)}-finding`

/** What is wrong at a place, below its input. */
export function FindingLines({ path, isDeep = false }: { path: string; isDeep?: boolean }) {
  const text = useFindingText()
  const found = useFindingsAt(path, isDeep)
  if (found.length === 0) return null
  return (
    <span id={findingId(path)} className={css.finding} data-lacking={found.every(isMissing) || undefined}>
      {[...new Set(found.map(text))].join(' ')}
    </span>
  )
}
