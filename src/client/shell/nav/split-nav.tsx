// chunk: desk-frame
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FeesIcon, GroupIcon, InboxIcon, TillIcon } from '#client/ui/icons/frame-icons.tsx'
import { FaceIcon } from '#client/ui/icons/place-icons.tsx'
import type { NavGroup } from './nav-entries.ts'
import { NavGroupList, useNavEntries } from './nav-list.tsx'
import css from './split-nav.module.css'

const groupIcons = {
  admissions: InboxIcon,
  sales: TillIcon,
  faces: FaceIcon,
  office: FeesIcon,
  family: GroupIcon,
} as const satisfies Record<NavGroup, typeof InboxIcon>

/** The menu in two columns: 80 px with a button for each group, 250 px with the pages of the chosen one. */
export function SplitNav() {
  const { t } = useTranslation('frame')
  const { entries, current } = useNavEntries()
  const ofPage = entries.find(({ places }) => places.some((place) => place === current)) ?? entries[0]
  const [chosen, setChosen] = useState<{ group: NavGroup; at: string | undefined }>()
  // Another page shows its own group again.
  const isChosenHere = chosen !== undefined && chosen.at === current
  const shown = (isChosenHere ? entries.find(({ group }) => group === chosen.group) : undefined) ?? ofPage
  return (
    <nav className={css.split} aria-label={t('nav.label')} data-column="side">
      <ul className={css.groups}>
        {entries.map(({ group }) => {
          const Icon = groupIcons[group]
          return (
            <li key={group}>
              <button
                type="button"
                className={css.group}
                aria-pressed={group === shown?.group}
                onClick={() => setChosen({ group, at: current })}
              >
                <Icon />
                <span>{t(`group.${group}`)}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <div className={css.pages}>{shown && <NavGroupList {...shown} current={current} />}</div>
    </nav>
  )
}
