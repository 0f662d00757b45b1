import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'

interface MoveButtonsProps {
  /** What is moved, as it is read aloud. */
  title: string
  no: number
  isLast: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

const arrows = { up: '↑', down: '↓' }

/** Moves one of a list a place up or down, or removes it. */
export function MoveButtons({ title, no, isLast, onMove, onRemove }: MoveButtonsProps) {
  const { t } = useTranslation('pos.catalogue')
  return (
    <div className={common.actions}>
      <Button kind="quiet" disabled={no === 0} aria-label={t('options.up', { title })} onClick={() => onMove(no - 1)}>
        {arrows.up}
      </Button>
      <Button kind="quiet" disabled={isLast} aria-label={t('options.down', { title })} onClick={() => onMove(no + 1)}>
        {arrows.down}
      </Button>
      <Button kind="quiet" aria-label={t('options.removeNo', { title })} onClick={onRemove}>
        {t('options.remove')}
      </Button>
    </div>
  )
}
