import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { moved } from '../set-draft.ts'

interface RowActionsProps<T> {
  list: readonly T[]
  place: number
  /** What a line is called: `Item 2`. */
  name: string
  /** So many stay at least. */
  least: number
  onChange: (list: T[]) => void
}

/** Moves a line up or down, or takes it away: by buttons, so by the keyboard too. */
export function RowActions<T>({ list, place, name, least, onChange }: RowActionsProps<T>) {
  const { t } = useTranslation('admissions.scoring-editor')
  return (
    <div className={common.actions}>
      <Button
        disabled={place === 0}
        aria-label={`${t('up')}: ${name}`}
        onClick={() => onChange(moved(list, place, -1))}
      >
        {t('up')}
      </Button>
      <Button
        disabled={place === list.length - 1}
        aria-label={`${t('down')}: ${name}`}
        onClick={() => onChange(moved(list, place, 1))}
      >
        {t('down')}
      </Button>
      <Button
        disabled={list.length <= least}
        aria-label={`${t('remove')}: ${name}`}
        onClick={() => onChange(list.filter((_, at) => at !== place))}
      >
        {t('remove')}
      </Button>
    </div>
  )
}
