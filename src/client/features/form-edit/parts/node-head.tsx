import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BinIcon } from '#client/ui/action-icons.tsx'
import { useEditing } from '../edit-context.ts'
import { moveAt, removeAt } from '../edit-tree.ts'
import inputs from './inputs.module.css'
import { DownIcon, UpIcon } from './node-icons.tsx'
import css from './node-panel.module.css'

/** What is being edited, and what can be done with it as a whole. */
export function NodeHead({ node, title }: { node: string; title: ReactNode }) {
  const { t } = useTranslation('form-edit')
  const { form, change } = useEditing()
  const head = useRef<HTMLHeadingElement>(null)
  // Whoever chose something in the outline goes on here.
  useEffect(() => head.current?.focus(), [])
  const [up, down] = [moveAt(form, node, -1), moveAt(form, node, 1)]
  return (
    <div className={css.head}>
      <h2 ref={head} tabIndex={-1} className={css.kind}>
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
            onClick={() => moved && change(moved.form, moved.path)}
          >
            {icon}
          </button>
        ))}
        <button
          type="button"
          className={`${inputs.button} ${inputs.square} ${inputs.bad}`}
          aria-label={t('remove')}
          onClick={() => change(removeAt(form, node), node.split('.').slice(0, -2).join('.'))}
        >
          <BinIcon />
        </button>
      </span>
    </div>
  )
}
