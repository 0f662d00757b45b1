import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundGroup, FoundLine } from './search-groups.ts'
import css from './search-sheet.module.css'

interface FoundListProps {
  listId: string
  groups: readonly FoundGroup[]
  chosen: FoundLine | undefined
  onChoose: (line: FoundLine) => void
}

export function FoundList({ listId, groups, chosen, onChoose }: FoundListProps) {
  const { t } = useTranslation('frame')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id={listId} className={css.list} role="listbox" aria-label={t('search.found')}>
      {groups.map(({ group, lines }) => (
        <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
          <p id={`${listId}-${group}`} className={css.group} role="presentation">
            {t(`search.group.${group}`)}
          </p>
          {lines.map((line) => (
            // The field has the focus and the keys: oxlint asks for both here.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- aria-activedescendant
            <div
              key={line.id}
              id={`${listId}-${line.id}`}
              role="option"
              aria-selected={line === chosen}
              className={css.line}
              onClick={() => onChoose(line)}
            >
              <bdi className={css.name}>{line.name}</bdi>
              {line.more && <span className={css.more}>{line.more}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
