// chunk: till
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { MinusIcon, PlusIcon } from '#client/ui/icons/action-icons.tsx'
import css from './stepper.module.css'

interface StepperProps {
  /** What is counted, for those who hear the buttons. */
  name: string
  pieces: number
  /** Most pieces; without it there is no end. */
  max?: number
  /** The least that can be chosen; what lies below is for the caller to understand. */
  min?: number
  onChange: (pieces: number) => void
  /** Where the number can be typed: it becomes a button. */
  onType?: () => void
}

/** One piece less, how many there are, one more. */
export function Stepper({ name, pieces, min = 0, max = Infinity, onChange, onType }: StepperProps) {
  const { t } = useTranslation('pos.till')
  const text = useFormat().count(pieces)
  const count = <bdi className="num">{text}</bdi>
  return (
    <div className={css.stepper} role="group" aria-label={t('cart.pieces', { name })}>
      <button
        type="button"
        className={css.step}
        disabled={pieces <= min}
        aria-label={t('cart.fewer', { name })}
        onClick={() => onChange(pieces - 1)}
      >
        <MinusIcon />
      </button>
      <output className={css.pieces}>
        {onType ? (
          <button
            type="button"
            className={css.step}
            aria-label={`${text} · ${t('line.type', { name })}`}
            onClick={onType}
          >
            {count}
          </button>
        ) : (
          count
        )}
      </output>
      <button
        type="button"
        className={css.step}
        disabled={pieces >= max}
        aria-label={t('cart.more', { name })}
        onClick={() => onChange(pieces + 1)}
      >
        <PlusIcon />
      </button>
    </div>
  )
}
