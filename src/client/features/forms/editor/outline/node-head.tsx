import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { undoId } from '#client/platform/editor/editor-head.tsx'
import { DeleteIcon } from '#client/ui/icons/action-icons.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { useEditing } from '../edit-context.ts'
import { moveAt, removeAt, valueAt } from '../edit-tree.ts'
import inputs from '../fields/inputs.module.css'
import { focusLater, moveId, panelHeadId } from '../focus.ts'
import { DownIcon, UpIcon } from './node-icons.tsx'
import css from './node-panel.module.css'

/** What is being edited, and what can be done with it as a whole. */
export function NodeHead({ node, title }: { node: string; title: ReactNode }) {
  const { t } = useTranslation('forms.editor')
  const { form, change } = useEditing()
  const pick = useBilingual()
  const thing = valueAt(form, node) as { label?: Bilingual; title?: Bilingual } | undefined
  const name = pick(thing?.label ?? thing?.title ?? { en: '', ar: '' }) || t('untitled')
  const [up, down] = [moveAt(form, node, -1), moveAt(form, node, 1)]
  return (
    <div className={css.head}>
      <h2 id={panelHeadId} tabIndex={-1} className={css.kind}>
        {title}
      </h2>
      <span>
        {(
          [
            [up, 'up', <UpIcon key="up" />],
            [down, 'down', <DownIcon key="down" />],
          ] as const
        ).map(([moved, way, icon]) => (
          <button
            key={way}
            type="button"
            className={`${inputs.button} ${inputs.square}`}
            aria-label={t(`move.${way}`)}
            disabled={!moved}
            onClick={() => {
              if (!moved) return
              change(moved.form, moved.path)
              focusLater(() => document.getElementById(moveId(way)))
            }}
          >
            {icon}
          </button>
        ))}
        <button
          type="button"
          className={`${inputs.button} ${inputs.square} ${inputs.bad}`}
          aria-label={t('remove')}
          onClick={() => {
            change(removeAt(form, node), node.split('.').slice(0, -2).join('.'), name)
            focusLater(() => document.getElementById(undoId))
          }}
        >
          <DeleteIcon />
        </button>
      </span>
    </div>
  )
}
