// chunk: till
import type { Allergen } from '#shared/pos/catalogue.contract.ts'
import sprite from './pictures.svg?url'
import type { FoodDrawing } from './food-drawing.rules.ts'
import type { Sign } from './sign.rules.ts'

export type DrawingName = `food-${FoodDrawing}` | `allergen-${Allergen}` | `sign-${Sign}`

interface DrawingProps {
  name: DrawingName
  /** Side in pixels; left out where a stylesheet sets it. */
  size?: number
  className?: string | undefined
}

/** Draws one of the product's own pictures. It says nothing to a screen reader: the words stand beside it. */
export const Drawing = ({ name, size, className }: DrawingProps) => (
  <svg width={size} height={size} className={className} aria-hidden="true" focusable="false">
    <use href={`${sprite}#${name}`} />
  </svg>
)
