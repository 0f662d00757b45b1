import { useTranslation } from 'react-i18next'
import css from './editor.module.css'

interface PaneTabsProps<Pane extends string> {
  panes: readonly Pane[]
  nameOf: (pane: Pane) => string
  pane: Pane
  onPane: (pane: Pane) => void
}

/** In the hand: which part of the editor is shown. */
export function PaneTabs<Pane extends string>({ panes, nameOf, pane, onPane }: PaneTabsProps<Pane>) {
  const { t } = useTranslation('editor')
  return (
    <div className={css.panes} role="group" aria-label={t('panes.title')}>
      {panes.map((each) => (
        <button
          key={each}
          type="button"
          className={css.button}
          data-of={each}
          aria-pressed={pane === each}
          onClick={() => onPane(each)}
        >
          {nameOf(each)}
        </button>
      ))}
    </div>
  )
}
